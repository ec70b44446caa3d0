/** Names, and beginnings of names ending in `*`, by which a value decides what code runs. */
const HIJACKERS = [
  "PATH PATHEXT COMSPEC IFS ENV SHELLOPTS BASHOPTS BASH_ENV BASH_FUNC_* PROMPT_COMMAND PS4 CDPATH ZDOTDIR",
  "LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LOCPATH",
  "NODE_OPTIONS NODE_PATH NODE_REPL_* NODE_EXTRA_CA_CERTS NPM_CONFIG_* npm_config_* BUN_OPTIONS DENO_*",
  "PYTHON* PERL5* PERLLIB RUBYOPT RUBYLIB LUA_INIT* LUA_PATH* LUA_CPATH* PHPRC PHP_INI_SCAN_DIR",
  "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS GRADLE_OPTS",
  "GIT_* SSH_ASKPASS EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE BROWSER",
  "OPENSSL_CONF OPENSSL_MODULES CURL_HOME WGETRC MAKEFLAGS RUSTC_WRAPPER RUSTC CARGO_BUILD_* R_PROFILE*",
].flatMap((names) => names.split(" "));

/** Of those beginnings, names that decide nothing of the kind. */
const HARMLESS: ReadonlySet<string> = new Set(
  [
    "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONFAULTHANDLER",
    "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE",
    "GIT_TERMINAL_PROMPT GIT_COMMIT GIT_BRANCH GIT_SHA GIT_TAG GIT_URL",
  ].flatMap((names) => names.split(" ")),
);

const EXACT = new Set(HIJACKERS.filter((name) => !name.endsWith("*")));
const BEGINNINGS = HIJACKERS.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));

/** Whether a variable of this name can make a program run other code than it means to. */
export function isDangerousName(name: string, platform: NodeJS.Platform = process.platform): boolean {
  const spelled = platform === "win32" ? name.toUpperCase() : name;
  if (HARMLESS.has(spelled)) return false;
  return EXACT.has(spelled) || BEGINNINGS.some((beginning) => spelled.startsWith(beginning));
}
