import type { Form } from "./form.ts";

/** Metadata that akm passes over: read by other tools, never by a run. */
export const anything: Form<true> = { schema: {}, read: () => true };
