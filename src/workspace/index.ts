export { openWorkspace, type Workspace } from "./open-workspace.ts";
export {
  type Directories,
  type Environment,
  runLocksDirectory,
  stateDatabasePath,
  worktreesDirectory,
} from "./directories.ts";
export { CONFIG_FILE, findProjectBundle, PROJECT_DIRECTORY } from "./project.ts";
export { type Bundle, bundleName, findBundles } from "./bundles.ts";
export { looksLikePath } from "./workflow-ref.ts";
export {
  findWorkflow,
  requireWorkflowRef,
  resolveWorkflowPath,
  type WorkflowLocation,
} from "./find-workflow.ts";
export type { BundleFile } from "./list-bundle-files.ts";
export { listWorkflows } from "./list-workflows.ts";
export { listTasks } from "./list-tasks.ts";
export {
  lookAtWorkflowFile,
  readWorkflowFile,
  type WorkflowBytes,
  type WorkflowFileNow,
} from "./workflow-file.ts";
export { assembleCatalogue, type CatalogueInput } from "./catalogue.ts";
export { readGitIdentity } from "./git-identity.ts";
export { isDirectory } from "../host/index.ts";
export { hostConcurrency } from "./host-concurrency.ts";
export {
  type ConfigFile,
  configFiles,
  type ConfigOrigin,
  configuredBundles,
  type LoadedConfig,
  loadConfig,
  peekOutputFormat,
} from "./config.ts";
export {
  type Config,
  CONFIG_KEYS,
  isObject,
  valueAt,
} from "./config-keys.ts";
export type { AgentEngineConfig, EngineConfig, LlmEngineConfig } from "./engines/engine-config.ts";
export { configuredEngine } from "./engines/configured-engine.ts";
export { gatherAllEngines } from "./engines/gather-engines.ts";
export { loadModelAliases, modelsFilePath } from "./engines/model-aliases.ts";
export { findOnPath } from "./find-on-path.ts";
export { parseConfigKey, setConfigValue, unsetConfigValue } from "./edit-config.ts";
export { type InitializedProject, initializeProject } from "./initialize-project.ts";
export { placeWorkflow, type WorkflowPlace, writeWorkflow } from "./create-workflow.ts";
export { replaceFile } from "./replace-file.ts";
export { starterWorkflow } from "./starter-workflow.ts";
export { createEnvResolver } from "./env/create-env-resolver.ts";
export { type AssetFolder, normalizeAssetRef } from "./assets/asset-ref.ts";
export type { Asset } from "./assets/find-asset.ts";
export { removeAsset, requireAsset } from "./assets/require-asset.ts";
export { listAssets } from "./assets/list-assets.ts";
export { readEnvAsset } from "./env/read-env-group.ts";
export { parseEnvFile } from "./env/parse-env-file.ts";
export { placeAsset, writeAsset } from "./assets/place-asset.ts";
export { writePrivateFile } from "./env/write-private-file.ts";
export { EXPORT_SYNTAXES, exportLines, type ExportSyntax } from "./env/export-syntax.ts";
