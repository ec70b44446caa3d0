/** Under which refs the commits of an attempt's worktree are kept: a JSON array. */
export const salvageRefs = `
ALTER TABLE workflow_run_units ADD COLUMN salvage_refs TEXT;
`;
