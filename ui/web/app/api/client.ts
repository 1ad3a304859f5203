// Made of the API's OpenAPI document by: go test ./ui/web/client -update
// Changes made by hand are lost.
import { call, fetchBytes, type Options } from "./call";

export interface AbChecked {
  duration_ms: number;
  exit_code: number;
  output?: string;
}

export interface AbContest {
  allow?: string;
  at?: string;
  check?: string;
  contest: string;
  contestants: AbContestant[] | null;
  dir: string;
  ended?: string;
  from?: string;
  parallel: number;
  part?: RunsPart;
  picked?: AbPicked;
  prompt: string;
  reason?: string;
  snapshot: WorktreeSnapshot;
  started: string;
  status: string;
  supervisor: RunsProcess;
  timeout_ms?: number;
}

export interface AbContestant {
  added: number;
  branch?: string;
  check?: AbChecked;
  cli: string;
  commit?: string;
  cost?: number;
  deleted: number;
  duration_ms: number;
  files: number;
  machine?: string;
  model?: string;
  name: string;
  reason?: string;
  run?: string;
  started?: string;
  state: string;
  tree?: string;
  turns: number;
  usage: TimelineUsage;
}

export interface AbPicked {
  at: string;
  branch?: string;
  commit: string;
  name: string;
  run?: string;
}

export interface ActiveQuestion {
  /** for what is asked, in a line */
  about: string;
  /** the sub-agent that asks */
  agent?: string;
  /** there are options; otherwise attach to the run */
  answerable: boolean;
  /** what a file is changed by, as lines that begin as those of a diff do */
  change?: string;
  cli: string;
  /** the whole command, of a call that runs one */
  command?: string;
  /** the run's working folder */
  folder: string;
  id: string;
  /** all arguments of the call */
  input?: unknown;
  /** permission */
  kind: string;
  /** the answers that can be given here: none as long as the CLI has not drawn its dialog */
  options: SignalsOption[] | null;
  /** the request was read from the screen, where a long one is cut */
  partial?: boolean;
  /** the file, of a call about one */
  path?: string;
  /** why it is asked, in the words of the CLI or its model */
  reason?: string;
  run: string;
  /** what the CLI calls the tool */
  tool: string;
}

export interface Attachment {
  bytes?: number;
  mediaType: string;
  name?: string;
  /** by which a picture can be read */
  sha256?: string;
}

export interface BeginDraft {
  /** what is edited at once, as one step */
  edits?: Edit[] | null;
  /** the reference of the session */
  session: string;
}

export interface CLI {
  /** where its sessions are looked for; it may not exist */
  folder: string;
  installed: boolean;
  /** the model that it is set to use, where its sessions must name it */
  model?: string;
  name: string;
  /** what keeps a run from starting in it */
  problem?: string;
  /** a run, a fork or a resumption can start in it */
  ready: boolean;
  /** what to do about that */
  remedy?: string;
  /** how many it has */
  sessions: number;
  /** its name for people */
  title: string;
  version?: string;
}

export interface ChainAttempt {
  after?: string;
  away?: WorktreeTree;
  before?: string;
  check?: ChainCheck;
  cli?: string;
  contest?: string;
  cost?: number;
  duration_ms: number;
  files?: string[] | null;
  from?: string;
  machine?: string;
  model?: string;
  number: number;
  picked?: string;
  previous: number;
  prompt: string;
  reason?: string;
  run?: string;
  session?: RunsSession;
  state: string;
  step: string;
  text?: string;
  try?: number;
  turns: number;
  usage: TimelineUsage;
  visit: number;
}

export interface ChainChain {
  approved?: boolean;
  attempts: ChainAttempt[] | null;
  chain: string;
  dir: string;
  ended?: string;
  from?: string;
  name?: string;
  next: number;
  ready: boolean;
  reason?: string;
  recipe: RecipeRecipe;
  start: WorktreeSnapshot;
  started: string;
  status: string;
  supervisor: RunsProcess;
  tree?: WorktreeTree;
  vars?: Record<string, string>;
  visit: number;
}

export interface ChainCheck {
  duration_ms: number;
  exit_code: number;
  output?: string;
}

export interface Chains {
  /** the newest first */
  items: ChainChain[] | null;
}

export interface ChangesChanges {
  /** in the order in which they were changed */
  items: ChangesFile[] | null;
  /** how many files are left out */
  left?: number;
}

export interface ChangesFile {
  /** how many lines came in */
  added: number;
  /** it is no text, and has no hunks */
  binary?: boolean;
  /** how many lines went out */
  deleted: number;
  hunks: ChangesHunk[] | null;
  /** how many lines are left out */
  more?: number;
  /** what it was called before */
  oldPath?: string;
  path: string;
}

export interface ChangesHunk {
  /** each begins with + for one that came in, - for one that went out, or a space */
  lines: string[] | null;
  /** the number of its first line after, from 1; 0 when it is not known */
  new: number;
  /** the number of its first line before, from 1; 0 when it is not known */
  old: number;
}

export interface Child {
  /** the entry of the call that started it */
  at?: string;
  id: string;
}

export interface CompareCalls {
  count: number;
  failed?: number;
  tool: string;
}

export interface CompareCommon {
  left?: string;
  right?: string;
  steps: number;
  turns: number;
  within?: number;
}

export interface CompareComparison {
  common: CompareCommon;
  files: CompareFiles;
  left: CompareSide;
  right: CompareSide;
  turns: ComparePair[] | null;
}

export interface CompareFiles {
  both: string[] | null;
  left: string[] | null;
  right: string[] | null;
}

export interface ComparePair {
  left?: CompareTurn;
  right?: CompareTurn;
  same?: boolean;
}

export interface CompareSide {
  alone: number;
  answer: CompareText;
  calls: number;
  cli: string;
  entries: number;
  failed: number;
  first?: string;
  folder?: string;
  last?: string;
  model?: string;
  session: string;
  stop?: string;
  turns: number;
  usage: TimelineUsage;
}

export interface CompareText {
  more?: number;
  text: string;
}

export interface CompareTurn {
  answer: CompareText;
  calls?: CompareCalls[] | null;
  changed?: string[] | null;
  errors?: string[] | null;
  first?: string;
  last?: string;
  prompt: CompareText;
  read?: string[] | null;
  turn: number;
  usage: TimelineUsage;
}

export interface Contests {
  /** the newest first */
  items: AbContest[] | null;
}

export interface Delivery {
  /** how much of the target's window the session takes; missing where the CLI begins a session of its own */
  fit?: DeliveryFit;
  /**
   * as stead run --dry-run --json prints it: from where to where, with which command line, and in delivered what arrives, what is left out and
   * what the format cannot hold
   */
  plan: DeliveryPlan;
}

export interface DeliveryFit {
  model?: string;
  tokens: number;
  window?: number;
}

export interface DeliveryPlan {
  command: string[] | null;
  cut?: ForksCut;
  delivered: WritersReport;
  dir: string;
  draft?: string;
  from?: RunsSession;
  program: string;
  resumed?: boolean;
  to: RunsSession;
  version?: string;
}

export interface Detail {
  /** the branch of git */
  branch?: string;
  bytes: number;
  /** the sessions of its sub-agents */
  children?: Child[] | null;
  cli: string;
  created?: string;
  /** how much of its own CLI's window it takes, as estimated; missing where stead knows no such CLI */
  fit?: DeliveryFit;
  id: string;
  lineage?: Lineage;
  model?: string;
  project: string;
  /** its full reference */
  reference: string;
  /** tells two states of the session apart */
  rev: string;
  title: string;
  tokens: Tokens;
  /** how many entries it has */
  total: number;
  turns: number;
  updated: string;
  /** the version of the CLI that wrote it last */
  version?: string;
}

export interface Draft {
  created: string;
  id: string;
  /** what names it wherever a session is named */
  reference: string;
  /** changes with each edit: give it back with the next one */
  rev: string;
  /** the reference of the original, which is never changed */
  source: string;
  /** how many edits can be undone */
  steps: number;
  title?: string;
  /** how many can be made again */
  undone: number;
}

export interface DraftDifference {
  changed: DraftDifferent[] | null;
  dropped: DraftDifferent[] | null;
  inserted: DraftDifferent[] | null;
  moved: DraftDifferent[] | null;
}

export interface DraftDifferent {
  diff?: string;
  headline: string;
  id: string;
  is?: number;
  type: string;
  was?: number;
}

export interface Drafts {
  /** the one that was changed last first */
  items: Draft[] | null;
}

export interface Edit {
  /** the entry before which something is inserted or moved; 0 is the end */
  before?: number;
  /** what is cut, dropped, rewritten or moved: 3, 5-7, 9-, and to drop also 3,5-7 */
  entries?: string;
  /** cut removes all entries of a range, drop single ones with their calls or results; undo and redo stand alone */
  op: "cut" | "drop" | "rewrite" | "insert" | "move" | "undo" | "redo";
  /** who says what is inserted; default: user */
  role?: "user" | "assistant";
  /** what is inserted, or takes the place of a text; for a call its arguments as JSON */
  text?: string;
}

export interface EditDraft {
  /** what is edited, as one step */
  edits: Edit[] | null;
  /** the one that the caller has seen: with another one nothing is changed */
  rev?: string;
}

export interface EditedDraft {
  created: string;
  /** how it differs from its original */
  difference: DraftDifference;
  /** how many it has */
  entries: number;
  id: string;
  /** what is to be known of the original */
  notes?: string[] | null;
  /** what names it wherever a session is named */
  reference: string;
  /** changes with each edit: give it back with the next one */
  rev: string;
  /** the reference of the original, which is never changed */
  source: string;
  /** how many edits can be undone */
  steps: number;
  title?: string;
  /** how many can be made again */
  undone: number;
}

export interface Elsewhere {
  name: string;
  /** when one that is away was last there */
  seen?: string;
  /** away: it does not answer. Its sessions and runs are listed as they were when it was last seen */
  state: "there" | "away";
}

export interface Entry {
  /** its number in the conversation that goes on, from 1, by which edits and stead show --numbers name it; missing on an abandoned branch */
  active?: number;
  attachments?: Attachment[] | null;
  /** the abandoned branch to which it belongs */
  branch?: string;
  /** the call that a result answers */
  callId?: string;
  /** the CLI's own name of the tool */
  calledAs?: string;
  /** what the call changes in files, as its arguments tell it; a file that is written shows its new content only */
  changes?: ChangesFile[] | null;
  /** how many more files it changes */
  changesLeft?: number;
  /** how many bytes of its texts are left out */
  cut?: number;
  /** why the call failed, where that is told apart from the output */
  error?: string;
  id: string;
  /** the universal arguments of the call */
  input?: unknown;
  /** the call in one line */
  line?: string;
  model?: string;
  /** its place in the session, from 0 */
  n: number;
  /** how a text that nobody typed reached the model: a file, a hook, ... */
  origin?: string;
  output?: string;
  /** it begins a turn */
  starts?: boolean;
  /** the call that a result answers has succeeded */
  success?: boolean;
  text?: string;
  thinking?: string;
  /** as its source wrote it, RFC 3339 */
  time?: string;
  tokens?: Tokens;
  /** the universal name of the tool that is called */
  tool?: string;
  /** how many requests of the user there were up to it */
  turn: number;
  type: "user" | "assistant" | "tool_call" | "tool_result" | "system";
}

export interface EventsEvent {
  /** the reference of a session, the id of all else, the name of a machine; desk/... on another one */
  ref?: string;
  /** tells two states of it apart */
  rev?: string;
  /** what a run, a contest or a chain does now; gone for what was deleted; there or away for a machine */
  state?: string;
}

export interface Families {
  /** those first in which something happened last */
  items: Family[] | null;
  /** how many families there are */
  total: number;
}

export interface Family {
  items: Member[] | null;
}

export interface Fork {
  /** where it is cut: turn:N, -N (turns before the end), or an entry's id; default: its end */
  at?: string;
  /** where it works; default: the session's own folder */
  folder?: string;
  /** the reference of the session */
  session: string;
  /** the CLI that has the new session; default: the same */
  to?: string;
}

export interface ForksCut {
  at: string;
  entries: number;
  gone?: number;
  open?: number;
  turn: number;
  turns: number;
}

export interface GiveAnswer {
  /** the name of one of its options */
  option: string;
  /** the id of the question: an answer to another one is refused */
  question: string;
}

export interface Hit {
  cli: string;
  /** the text around the hit, in parts */
  context: Span[] | null;
  /** the id of the entry that has the text */
  entry?: string;
  id: string;
  /** what was found: a prompt, an answer, a call, a result */
  kind: string;
  /** how many hits there are in its session */
  of: number;
  project: string;
  /** names the session: the shortest that names no other */
  reference: string;
  time?: string;
  title: string;
  /** how many requests of the user there were up to the hit */
  turn: number;
}

export interface Hits {
  /** how many there are in all */
  hits: number;
  /** sessions that are new could not be read in time: the same search finds them later */
  incomplete?: boolean;
  /** the best hits */
  items: Hit[] | null;
  /** how many sessions have one */
  sessions: number;
  /** what could not be searched */
  warnings?: string[] | null;
}

export interface Knowledge {
  /** the latest first */
  items: LearntPiece[] | null;
}

export interface LearntPiece {
  confidence: number;
  detail: Record<string, unknown>;
  files?: string[] | null;
  id: string;
  kind: string;
  last_seen?: string;
  message_hash?: string;
  project?: string;
  reference: string;
  rule: string;
  source_file?: string;
  source_line?: number;
  superseded?: boolean;
  text: string;
  times_seen: number;
  turn?: number;
}

export interface Lineage {
  /** the entry of the parent after which it goes its own way */
  at?: string;
  /** what it is to that */
  kind: string;
  /** the reference of the session that it was made of */
  parent: string;
}

export interface Machine {
  /** the CLIs that stead knows, installed or not, by name */
  clis: CLI[] | null;
  /** the folder in which the server was started */
  folder: string;
  /** the user's home, for which ~ stands */
  home: string;
  /** the name of the machine */
  host: string;
  /** nothing can be started, ended or made here */
  readOnly: boolean;
  /** how many sessions the CLIs have */
  sessions: number;
  /** stead's */
  version: string;
}

export interface Member {
  /** the entry of the parent after which it goes its own way */
  at?: string;
  /** in US dollars */
  cost?: number;
  /** how many ancestors it has: parents stand before their children */
  depth: number;
  /** it was deleted */
  gone?: boolean;
  /** what it is to its parent */
  kind?: string;
  /** how its run went, in a word */
  outcome?: string;
  /** the session that it was made of */
  parent?: string;
  /** what the run is a part of: a contest's contestant, a chain's step */
  part?: string;
  project?: string;
  reference: string;
  /** the run that made it */
  run?: string;
  time?: string;
  title?: string;
  /** the turn of that entry */
  turn?: number;
  turns?: number;
  /** it is the one that was asked for */
  wanted?: boolean;
  /** a second session that was merged into it */
  with?: string;
}

export interface NewToken {
  /** how long it can be traded */
  seconds: number;
  /** another browser or program can trade it once */
  token: string;
}

export interface Page {
  items: Entry[] | null;
  /** where the session goes on: give it as from */
  next?: number;
  /** tells two states of the session apart */
  rev: string;
  /** how many entries the session has */
  total: number;
}

export interface PassGate {
  /** approve starts the step that waits; reject ends the chain there; pick names the winner of its A/B */
  decision: "approve" | "reject" | "pick";
  /** the contestant that is picked */
  name?: string;
}

export interface Picking {
  /** a new branch that gets the work, in place of the folder */
  branch?: string;
  /** pick also work that did not pass the check */
  force?: boolean;
  /** the contestant's name or number */
  name: string;
}

export interface Place {
  /** the text behind it, in the same line */
  after: string;
  /** the text before it, in the same line */
  before: string;
  /** the number of the entry, from 0 */
  entry: number;
  /** the text, as it stands there */
  match: string;
}

export interface Places {
  /** how many entries have one */
  entries: number;
  /** in the order of the session */
  items: Place[] | null;
  /** tells two states of the session apart */
  rev: string;
  /** how many there are in all */
  total: number;
}

export interface Problem {
  /** what was tried and what is wrong */
  detail: string;
  /** which parameters are wrong */
  errors?: V2ErrorDetail[] | null;
  /** what to do about it */
  hint?: string;
  status: number;
  /** what the status means */
  title: string;
  /** the name of the exit code that stead ends with for such an error, or refused where nothing was tried */
  type: string;
}

export interface RecipeParallel {
  at_once?: number;
  pick?: string;
  repeat?: number;
  with: string[] | null;
}

export interface RecipeRecipe {
  allow?: string;
  description?: string;
  dir?: string;
  from?: string;
  max_steps?: number;
  name?: string;
  steps: RecipeStep[] | null;
  vars?: Record<string, string | null>;
  worktree?: boolean;
}

export interface RecipeStep {
  allow?: string;
  approve?: boolean;
  args?: string[] | null;
  check?: string;
  cli?: string;
  dir?: string;
  hand?: string;
  max_cost?: number;
  max_turns?: number;
  model?: string;
  name: string;
  on?: string;
  on_failure?: string;
  parallel?: RecipeParallel;
  prompt?: string;
  retries?: number;
  retry?: string;
  template?: string;
  timeout_ns?: number;
  vars?: Record<string, string>;
}

export interface Replay {
  /** how long the recording is, up to the end of its last line */
  bytes: number;
  /** how wide the terminal was at the beginning */
  columns: number;
  /** how long it takes, in milliseconds */
  duration: number;
  /** in their order; the first is the beginning */
  keyframes: ReplayFrame[] | null;
  /** in the order of their times */
  marks: ReplayMark[] | null;
  rows: number;
  /** when the recording began */
  start?: string;
}

export interface ReplayFrame {
  columns: number;
  /** when it was, in milliseconds since the beginning of the recording */
  ms: number;
  /** where the recording goes on behind it: give it as from; the interval of the line that stands there counts from ms */
  offset: number;
  rows: number;
}

export interface ReplayMark {
  /** the number of the entry in the run's journal, from 0 */
  entry: number;
  /** what happened: a request of the user, a call that changes files, or the answer for which the CLI waited */
  kind: "turn" | "edit" | "wait";
  /** when it was, in milliseconds since the beginning of the recording */
  ms: number;
  /** the beginning of the request, or the call or the answer in one line */
  text: string;
}

export interface ReplayScreen {
  columns: number;
  /** when it was, in milliseconds since the beginning of the recording */
  ms: number;
  /** where the recording goes on behind it: give it as from; the interval of the line that stands there counts from ms */
  offset: number;
  rows: number;
  /** the bytes that draw the screen on a terminal of that size, in base64 */
  screen: string;
}

export interface Resume {
  /** it waits for more afterwards, as in a terminal; a run with a prompt alone ends with its answer */
  interactive?: boolean;
  /** what it is to do next; without one the CLI waits for what is sent */
  prompt?: string;
}

export interface Run {
  /** for what permission is asked, or what went wrong */
  about?: string;
  /** somebody works on it */
  alive: boolean;
  /** the last text of the model */
  answer?: string;
  /** the last answers that it got when it asked, the newest last */
  answers?: SignalsAnswer[] | null;
  /** in US dollars, as far as the CLIs tell */
  cost: number;
  /** stead's own */
  exitCode: number;
  /** its working folder */
  folder: string;
  /** the session that it continues, that of another machine with the machine's name before it */
  from?: string;
  /** nobody types */
  headless?: boolean;
  id: string;
  kind?: string;
  /** the last limit that the CLI has told of */
  limit?: SignalsLimit;
  /** the machine that has it, when that is another one; sessions that the run names are there */
  machine?: string;
  /** the short name by which people call it */
  name: string;
  /** what it is a part of: ab:<id>, chain:<id> */
  part?: string;
  /** its own name there */
  partName?: string;
  /** of a folder that has come from another machine: the name that it has there */
  project?: string;
  prompt?: string;
  /** what it asks its user for now */
  question?: ActiveQuestion;
  /** why it failed */
  reason?: string;
  /** the CLIs that it went through */
  route: string;
  /** when its machine was last there, for one that is away: the run is as of then, without its prompt and answer */
  seen?: string;
  /** since when it is in this state */
  since?: string;
  started: string;
  /**
   * what its CLI does, or how it ended: working, input, permission, limited, done, failed, dead, ...; away: it was active when its machine was
   * last there
   */
  state: string;
  /** the session in which its last CLI works */
  to: string;
  tokens: Tokens;
  /** how long it was worked on, in milliseconds; 0 as long as it is */
  tookMs: number;
  /** how many turns have ended */
  turns: number;
}

export interface Runs {
  /** the newest first */
  items: Run[] | null;
  /** the user's other machines, as far as anything is known of them */
  machines?: Elsewhere[] | null;
  /** where the list goes on: give it as after */
  next?: string;
  total: number;
}

export interface RunsPart {
  attempt?: number;
  name: string;
  of: string;
}

export interface RunsProcess {
  pid: number;
  started?: string;
}

export interface RunsSession {
  cli: string;
  id: string;
  path?: string;
}

export interface SendText {
  /** what is typed */
  text: string;
}

export interface Session {
  /** the branch of git */
  branch?: string;
  /** the size of its file */
  bytes: number;
  cli: string;
  /** how many unused copies are folded under it */
  copies?: number;
  created?: string;
  /** the reference of the session that it was made of */
  from?: string;
  id: string;
  /** what it is to the session that it was made of: continue, fork, merge, ab, mirror, ... */
  kind?: string;
  /** the machine that has it, when that is another one */
  machine?: string;
  model?: string;
  /** the user's folder that it belongs to */
  project: string;
  /** the shortest that names the session and no other; desk/claude:7f3a91c0 is one of another machine */
  reference: string;
  /** the run that made it */
  run?: string;
  /** when its machine was last there, for one that is away: the session is as of then */
  seen?: string;
  state: "working" | "waiting" | "idle";
  /** how many sub-agents' sessions are folded under it */
  subagents?: number;
  /** its name, or the beginning of its first prompt */
  title: string;
  /** 0 where nobody has counted them yet */
  turns?: number;
  updated: string;
}

export interface Sessions {
  items: Session[] | null;
  /** the user's other machines, as far as anything is known of them */
  machines?: Elsewhere[] | null;
  /** where the list goes on: give it as after */
  next?: string;
  /** words were looked for in titles, folders, branches and models alone: there is no index of the texts yet */
  shallow?: boolean;
  /** how many sessions there are in all */
  total: number;
  /** what could not be read */
  warnings?: string[] | null;
}

export interface SignalsAnswer {
  about: string;
  at: string;
  by: string;
  label?: string;
  option?: string;
  question: string;
}

export interface SignalsLimit {
  attempt?: number;
  delay?: number;
  final?: boolean;
  kind: string;
  near?: number;
  reset?: string;
}

export interface SignalsOption {
  label: string;
  name: string;
}

export interface Span {
  /** it is what was searched for */
  match?: boolean;
  text: string;
}

export interface Start {
  /** what the CLI may do without asking, as stead run --allow has it */
  allow?: string;
  /** where the session is cut: turn:N, -N (turns before the end), or an entry's id */
  at?: string;
  /** where it works; default: the session's own folder */
  folder?: string;
  /** the reference of the session that it continues; without one the CLI begins a session of its own */
  from?: string;
  /** how much is delivered: full, last:N, budget:TOKENS, users, summary */
  history?: string;
  /** it waits for more afterwards, as in a terminal; a run with a prompt alone ends with its answer */
  interactive?: boolean;
  model?: string;
  /** what it is to do first */
  prompt?: string;
  /** what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings */
  redact?: "mask" | "always" | "off";
  /** what becomes of the model's thinking */
  thinking?: "strip" | "text" | "keep";
  /** the CLI that works */
  to: string;
  /** work in a git worktree on a branch of its own */
  worktree?: boolean;
}

export interface StartChain {
  /** what the CLIs may do without asking; default: edits */
  allow?: "configured" | "edits" | "all";
  /** where it works; default: the session's own folder, or where the server was started */
  folder?: string;
  /** the reference of the session that the first step continues; without one it begins its own */
  from?: string;
  /** how many attempts at steps there may be */
  maxSteps?: number;
  /** a recipe, as stead chain schema describes it */
  recipe?: Record<string, unknown>;
  /** in place of a recipe: CLI[@MODEL]:PROMPT each */
  steps?: string[] | null;
  /** the recipe's variables */
  vars?: Record<string, string>;
  /** work in a git worktree on a branch of its own */
  worktree?: boolean;
}

export interface StartContest {
  /** what contestants may do without asking; default: edits */
  allow?: "configured" | "edits" | "all";
  /** where the session is cut: turn:N, -N (turns before the end), or an entry's id */
  at?: string;
  /** a command whose exit code decides whether a contestant's work is good */
  check?: string;
  /** the folder of which each gets a copy; default: the session's own, or where the server was started */
  folder?: string;
  /** the reference of the session that all continue; without one each begins its own */
  from?: string;
  /** how much of the session is delivered: full, last:N, budget:TOKENS, users, summary */
  history?: string;
  /** patterns of ignored files that each copy needs */
  include?: string[] | null;
  /** end a contestant at this many US dollars, as its CLI reports them */
  maxCost?: number;
  /** end a contestant after so many answers of its model */
  maxTurns?: number;
  /** how many work at a time; default: one for each core, at least 2 */
  parallel?: number;
  /** what all contestants are to do */
  prompt: string;
  /** what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings */
  redact?: "mask" | "always" | "off";
  /** how often each contestant runs; default: once */
  repeat?: number;
  /** what becomes of the model's thinking */
  thinking?: "strip" | "text" | "keep";
  /** how long a contestant may work, such as 30m; default: an hour; 0 for ever */
  timeout?: string;
  /** the contestants: CLIs, each optionally with :MODEL */
  with: string[] | null;
}

export interface StartDraft {
  /** what the CLI may do without asking, as stead run --allow has it */
  allow?: string;
  /** where it works; default: the session's own folder */
  folder?: string;
  /** how much is delivered: full, last:N, budget:TOKENS, users, summary */
  history?: string;
  /** it waits for more afterwards, as in a terminal */
  interactive?: boolean;
  model?: string;
  /** what it is to do first */
  prompt?: string;
  /** what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings */
  redact?: "mask" | "always" | "off";
  /** what becomes of the model's thinking */
  thinking?: "strip" | "text" | "keep";
  /** the CLI that works */
  to: string;
  /** work in a git worktree on a branch of its own */
  worktree?: boolean;
}

export interface StartTemplate {
  /** what the CLI may do without asking, as stead run --allow has it */
  allow?: string;
  /** where it works; default: the session's own folder */
  folder?: string;
  /** the reference of the session that it continues; without one the CLI begins a session of its own */
  from?: string;
  /** it waits for more afterwards, as in a terminal */
  interactive?: boolean;
  model?: string;
  /** what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings */
  redact?: "mask" | "always" | "off";
  /** the CLI that works; default: the template's own */
  to?: string;
  /** let a template of the project run its commands */
  trust?: boolean;
  /** the template's variables */
  vars?: Record<string, string>;
  /** work in a git worktree on a branch of its own */
  worktree?: boolean;
}

export interface StatsFigures {
  cache_read: number;
  cache_write: number;
  calls?: number;
  cost: number | null;
  failures?: number;
  input: number;
  output: number;
  reasoning: number;
  responses: number;
  sessions: number;
  turns?: number;
  unpriced: number;
}

export interface StatsResult {
  by: string[] | null;
  rows: StatsRow[] | null;
  total: StatsFigures;
  unpriced_models: string[] | null;
}

export interface StatsRow {
  cache_read: number;
  cache_write: number;
  calls?: number;
  cost: number | null;
  failures?: number;
  input: number;
  keys: string[] | null;
  output: number;
  reasoning: number;
  responses: number;
  sessions: number;
  turns?: number;
  unpriced: number;
}

export interface Switch {
  /** what it is to do first; without one it waits */
  prompt?: string;
  /** the CLI that takes over */
  to: string;
}

export interface Templates {
  /** by name */
  items: TemplatesTemplate[] | null;
  /** what is wrong with others */
  warnings?: string[] | null;
}

export interface TemplatesInput {
  command?: string;
  file?: string;
  name: string;
  optional?: boolean;
  timeout?: number;
}

export interface TemplatesTemplate {
  cli?: string;
  description: string;
  inputs: TemplatesInput[] | null;
  model?: string;
  name: string;
  origin: string;
  path?: string;
  vars: TemplatesVariable[] | null;
}

export interface TemplatesVariable {
  choices?: string[] | null;
  default?: string;
  description?: string;
  name: string;
  required?: boolean;
  type: string;
}

export interface TimelineUsage {
  cacheRead?: number;
  cacheWrite?: number;
  cost?: number;
  input: number;
  output: number;
  reasoning?: number;
}

export interface Tokens {
  cacheRead: number;
  cacheWrite: number;
  /** in US dollars, as far as the CLI tells */
  cost: number;
  /** without what the cache has or takes */
  input: number;
  output: number;
  /** a part of output */
  reasoning: number;
}

export interface TradedKey {
  /** the name of the header */
  header: string;
  /** send it with each request in the header, beside the cookie */
  key: string;
}

export interface TradedToken {
  /** a token that the server has printed: it counts once, for a minute */
  token: string;
}

export interface V2ErrorDetail {
  /** Where the error occurred, e.g. 'body.items[3].tags' or 'path.thing-id' */
  location?: string;
  /** Error message text */
  message?: string;
  /** The value at the given location */
  value?: unknown;
}

export interface Work {
  /** the commit that the folder is compared with; none before the first commit */
  base?: string;
  /** that commit was checked out when the run began; otherwise it is checked out now */
  began?: boolean;
  /** in the order in which they were changed */
  items: ChangesFile[] | null;
  /** how many files are left out */
  left?: number;
}

export interface WorktreeSnapshot {
  branch?: string;
  brought?: boolean;
  commit: string;
  dir: string;
  dirty?: boolean;
  head?: string;
  include?: string[] | null;
  modules?: WorktreeSnapshot[] | null;
  own?: boolean;
  prefix?: string;
  ref: string;
  repository: string;
  top: string;
  uncommitted?: number;
  underway?: string;
}

export interface WorktreeTree {
  branch: string;
  path: string;
  snapshot: WorktreeSnapshot;
}

export interface WritersAmount {
  characters: number;
  items: number;
}

export interface WritersLeftOut {
  count: number;
  of?: Record<string, WritersAmount>;
  what: string;
  why: string;
}

export interface WritersLoss {
  count: number;
  kind?: string;
  of?: Record<string, WritersAmount>;
  what: string;
  why: string;
}

export interface WritersMaskedSecret {
  count: number;
  entry?: string;
  rule: string;
  where: string;
}

export interface WritersMeasure {
  arrives: Record<string, WritersAmount>;
  known: Record<string, WritersAmount>;
  rebuilt?: Record<string, WritersAmount>;
}

export interface WritersReport {
  branches?: string[] | null;
  context: WritersMeasure;
  entries: number;
  left_out: WritersLeftOut[] | null;
  losses: WritersLoss[] | null;
  secrets: WritersSecrets;
}

export interface WritersSecrets {
  check: string;
  masked?: WritersMaskedSecret[] | null;
  sent?: WritersMaskedSecret[] | null;
}

/** List chains. */
export function listChains(options?: Options): Promise<Chains> {
  return call("GET", ["chains"], {}, undefined, options);
}

/**
 * Run steps in several CLIs, one after the other.
 * The answer comes when the chain has begun; it goes on when the server ends. Sent again with the same Idempotency-Key, it is not done again:
 * the answer is the first one's.
 */
export function startChain(body: StartChain, options?: Options): Promise<ChainChain> {
  return call("POST", ["chains"], {}, body, options);
}

/** Tell how a chain is. */
export function getChain(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<ChainChain> {
  return call("GET", ["chains", given.id], {}, undefined, options);
}

/**
 * Tell what a step of a chain has changed in files.
 * 2,000 lines of a file, 500 files and 2 MB are shown at most: more and left say what is left out.
 */
export function getChainDiff(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
    /** the step's name */
    step: string;
    /** the number of the attempt at this step, from 1; the last one when it is missing */
    attempt?: number;
  },
  options?: Options,
): Promise<ChangesChanges> {
  return call("GET", ["chains", given.id, "diffs", given.step], { attempt: given.attempt }, undefined, options);
}

/**
 * Have a chain go on that waits for somebody, or end it there.
 * The answer comes when the chain goes on. One that does not wait is 409. Sent again with the same Idempotency-Key, it is not done again: the
 * answer is the first one's.
 */
export function passGate(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  body: PassGate,
  options?: Options,
): Promise<ChainChain> {
  return call("POST", ["chains", given.id, "gate"], {}, body, options);
}

/**
 * Compare two sessions.
 * What both begin with, and then turn by turn what each did. Texts longer than 64 KB are cut.
 */
export function compareSessions(
  given: {
    /** the reference of a session */
    a: string;
    /** the reference of another */
    b: string;
  },
  options?: Options,
): Promise<CompareComparison> {
  return call("GET", ["compare"], { a: given.a, b: given.b }, undefined, options);
}

/** List contests. */
export function listContests(options?: Options): Promise<Contests> {
  return call("GET", ["contests"], {}, undefined, options);
}

/**
 * Give several CLIs the same prompt.
 * Each works in a copy of the folder. The answer comes when the contest has begun; it goes on when the server ends. Sent again with the same
 * Idempotency-Key, it is not done again: the answer is the first one's.
 */
export function startContest(body: StartContest, options?: Options): Promise<AbContest> {
  return call("POST", ["contests"], {}, body, options);
}

/** Tell how a contest is. */
export function getContest(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<AbContest> {
  return call("GET", ["contests", given.id], {}, undefined, options);
}

/**
 * Tell what a contestant has changed in files.
 * 2,000 lines of a file, 500 files and 2 MB are shown at most: more and left say what is left out.
 */
export function getContestDiff(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
    /** the contestant's name or number */
    name: string;
  },
  options?: Options,
): Promise<ChangesChanges> {
  return call("GET", ["contests", given.id, "diffs", given.name], {}, undefined, options);
}

/**
 * Bring a contestant's work into the folder, or onto a branch.
 * Where it conflicts with later changes, nothing is changed. Sent again with the same Idempotency-Key, it is not done again: the answer is the
 * first one's.
 */
export function pickContestant(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  body: Picking,
  options?: Options,
): Promise<AbContest> {
  return call("POST", ["contests", given.id, "pick"], {}, body, options);
}

/**
 * Tell what a run would deliver.
 * It takes what starts a run. Nothing is written, and no program is started.
 */
export function planDelivery(body: Start, options?: Options): Promise<Delivery> {
  return call("POST", ["deliveries"], {}, body, options);
}

/** List the edited copies of sessions. */
export function listDrafts(options?: Options): Promise<Drafts> {
  return call("GET", ["drafts"], {}, undefined, options);
}

/**
 * Begin an edited copy of a session.
 * The original is never changed. The copy's reference works wherever a session is named, as from of a run. Sent again with the same
 * Idempotency-Key, it is not done again: the answer is the first one's.
 */
export function beginDraft(body: BeginDraft, options?: Options): Promise<EditedDraft> {
  return call("POST", ["drafts"], {}, body, options);
}

/** Tell how an edited copy differs from its original. */
export function getDraft(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<EditedDraft> {
  return call("GET", ["drafts", given.id], {}, undefined, options);
}

/**
 * Edit a copy, or undo and redo an edit.
 * Sent again with the same Idempotency-Key, it is not done again: the answer is the first one's.
 */
export function editDraft(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  body: EditDraft,
  options?: Options,
): Promise<EditedDraft> {
  return call("PATCH", ["drafts", given.id], {}, body, options);
}

/**
 * Delete an edited copy.
 * The original and the runs that were started with the copy stay. The answer is what was deleted. Sent again with the same Idempotency-Key, it
 * is not done again: the answer is the first one's.
 */
export function deleteDraft(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<Draft> {
  return call("DELETE", ["drafts", given.id], {}, {}, options);
}

/**
 * Start a run with an edited copy of a session.
 * The same as a run whose from is the copy's reference. Sent again with the same Idempotency-Key, it is not done again: the answer is the
 * first one's.
 */
export function startDraft(
  given: {
    /** its id or the beginning of it, or latest */
    id: string;
  },
  body: StartDraft,
  options?: Options,
): Promise<Run> {
  return call("POST", ["drafts", given.id, "start"], {}, body, options);
}

/**
 * Follow what changes.
 * A stream of server-sent events: session, run, contest, chain, draft and machine say that one has changed; their data says which. machine is
 * another machine of the user's. The stream begins with ready, and what is looked up after it and what follows leave nothing out. Who comes
 * back with the id of the last event gets all that came since, each once; reset says that this cannot be done, and that everything is to be
 * looked up anew.
 */
export const eventsPath = ["events"];

/**
 * Make a session of another, up to a point of it.
 * No CLI is started. The answer is the run that stands for it: its to is the new session. Sent again with the same Idempotency-Key, it is not
 * done again: the answer is the first one's.
 */
export function makeFork(body: Fork, options?: Options): Promise<Run> {
  return call("POST", ["forks"], {}, body, options);
}

/**
 * Trade a token for a cookie and a key.
 * The only route that needs no secret. All others need both the cookie and the key.
 */
export function tradeToken(body: TradedToken, options?: Options): Promise<TradedKey> {
  return call("POST", ["keys"], {}, body, options);
}

/**
 * Tell what was learnt in earlier sessions.
 * What stead session extract has found and stead session knowledge shows: decisions, failures with their cures, rules, and what is done again
 * and again. confidence says how many of ten such findings are right, divided by ten.
 */
export function listKnowledge(
  given: {
    /** only what has each of these words */
    q?: string;
    /** only these kinds, with commas */
    kind?: ("decision" | "error_solution" | "skill_learning" | "pattern")[];
    /** only what was learnt in this project: a folder with all below it, or the name of one */
    project?: string;
    /** only what was seen since then: 3d, today, 2026-11-01 */
    since?: string;
    /** only so many */
    limit?: number;
  } = {},
  options?: Options,
): Promise<Knowledge> {
  return call("GET", ["knowledge"], {
    q: given.q,
    kind: given.kind,
    project: given.project,
    since: given.since,
    limit: given.limit,
  }, undefined, options);
}

/**
 * Tell what stead runs on, and which CLIs are there.
 * As it was some seconds ago.
 */
export function getMachine(options?: Options): Promise<Machine> {
  return call("GET", ["machine"], {}, undefined, options);
}

/**
 * List runs.
 * Where this machine has joined a hub, the newest runs of the user's other machines are among them, as they were some seconds ago, beyond the
 * limit. All routes of a machine's own API are below /api/v1/on/{machine}.
 */
export function listRuns(
  given: {
    /** list runs that have ended, too */
    all?: boolean;
    /** only the runs of this machine */
    here?: boolean;
    limit?: number;
    /** where the list before has ended, as its next says */
    after?: string;
  } = {},
  options?: Options,
): Promise<Runs> {
  return call("GET", ["runs"], {
    all: given.all,
    here: given.here,
    limit: given.limit,
    after: given.after,
  }, undefined, options);
}

/**
 * Start a run in the background.
 * The answer comes when the session is delivered and the CLI begins. Sent again with the same Idempotency-Key, it is not done again: the
 * answer is the first one's.
 */
export function startRun(body: Start, options?: Options): Promise<Run> {
  return call("POST", ["runs"], {}, body, options);
}

/** Tell how a run is. */
export function getRun(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  options?: Options,
): Promise<Run> {
  return call("GET", ["runs", given.id], {}, undefined, options);
}

/**
 * Answer what a run asks permission for.
 * An answer counts once: 409 says that somebody else was faster, and who. Sent again with the same Idempotency-Key, it is not done again: the
 * answer is the first one's.
 */
export function answerQuestion(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  body: GiveAnswer,
  options?: Options,
): Promise<SignalsAnswer> {
  return call("POST", ["runs", given.id, "answers"], {}, body, options);
}

/**
 * Tell what was changed in the folder of a run since it began.
 * What others have changed there, or was not committed when it began, is part of it. 409 when the folder is in no git repository. 2,000 lines
 * of a file, 500 files and 2 MB are shown at most: more and left say what is left out.
 */
export function getRunDiff(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  options?: Options,
): Promise<Work> {
  return call("GET", ["runs", given.id, "diff"], {}, undefined, options);
}

/**
 * Read a part of a run's journal.
 * The journal begins with the session that the run continues. from=-20 reads its end.
 */
export function getJournal(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
    /** the first entry, counted from 0; -20 is the twentieth before the end */
    from?: number;
    /** how many entries at most; a page ends earlier when it is 4 MB long */
    limit?: number;
  },
  options?: Options,
): Promise<Page> {
  return call("GET", ["runs", given.id, "entries"], { from: given.from, limit: given.limit }, undefined, options);
}

/**
 * Tell what a run asks permission for.
 * 404 when it asks nothing. Without options it can only be answered in its own terminal.
 */
export function getQuestion(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  options?: Options,
): Promise<ActiveQuestion> {
  return call("GET", ["runs", given.id, "question"], {}, undefined, options);
}

/**
 * Read the recording of a run's terminal.
 * An asciicast, version 3, as far as it was written.
 */
export function getRecording(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
    /** the first byte that is wanted: who has read a part of it gets the rest */
    from?: number;
  },
  options?: Options,
): Promise<Response> {
  return fetchBytes("GET", ["runs", given.id, "recording"], { from: given.from }, undefined, options);
}

/** Tell what a player needs to seek in the recording of a run. */
export function getReplay(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  options?: Options,
): Promise<Replay> {
  return call("GET", ["runs", given.id, "replay"], {}, undefined, options);
}

/**
 * Read the screen of a run at a keyframe.
 * Draw it, then go on with the recording from its offset.
 */
export function getKeyframe(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
    /** its place among the keyframes, from 0 */
    n: number;
  },
  options?: Options,
): Promise<ReplayScreen> {
  return call("GET", ["runs", given.id, "replay", given.n], {}, undefined, options);
}

/**
 * Go on with a run that was interrupted or has ended.
 * It goes on in its last session, with the CLI, the folder and the policies that it had. Sent again with the same Idempotency-Key, it is not
 * done again: the answer is the first one's.
 */
export function resumeRun(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  body: Resume,
  options?: Options,
): Promise<Run> {
  return call("POST", ["runs", given.id, "resume"], {}, body, options);
}

/**
 * Type a text into a run.
 * The answer comes when the text was typed, which is when the current turn has ended. Sent again with the same Idempotency-Key, it is not done
 * again: the answer is the first one's.
 */
export function sendToRun(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  body: SendText,
  options?: Options,
): Promise<Run> {
  return call("POST", ["runs", given.id, "send"], {}, body, options);
}

/**
 * End a run.
 * The answer comes when it has ended. One that had ended before is no error. Sent again with the same Idempotency-Key, it is not done again:
 * the answer is the first one's.
 */
export function stopRun(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  options?: Options,
): Promise<Run> {
  return call("POST", ["runs", given.id, "stop"], {}, {}, options);
}

/**
 * Have a run go on in another CLI.
 * The answer comes when the run leaves its CLI: the other one continues in the same terminal. Sent again with the same Idempotency-Key, it is
 * not done again: the answer is the first one's.
 */
export function switchRun(
  given: {
    /** its id or the beginning of it, its short name, or latest */
    id: string;
  },
  body: Switch,
  options?: Options,
): Promise<Run> {
  return call("POST", ["runs", given.id, "switch"], {}, body, options);
}

/**
 * Show the terminal of a run.
 * A WebSocket with the protocol stead.terminal.v1. Binary messages are what is drawn, and keys; text messages are JSON. The first one is the
 * caller's: {"type":"key","key":KEY,"rows":ROWS,"columns":COLUMNS}. Callers look on until they ask for the keyboard:
 * {"type":"keyboard","yours":true}. docs/api.md has it all.
 */
export function terminalPath(id: string): string[] {
  return ["runs", id, "terminal"];
}

/** Search all sessions. */
export function search(
  given: {
    /** words that must all be there; "a phrase"; begin*; -without; tool:bash file:main.go role:user cli:codex project:app since:7d */
    q: string;
    /** only the sessions of this CLI, as cli: in q says it, too */
    cli?: string;
    /** how many hits at most; all are counted */
    limit?: number;
  },
  options?: Options,
): Promise<Hits> {
  return call("GET", ["search"], { q: given.q, cli: given.cli, limit: given.limit }, undefined, options);
}

/**
 * List sessions.
 * Where this machine has joined a hub, the newest sessions of the user's other machines are among them, as they were some seconds ago, beyond
 * the limit. All routes of a machine's own API are below /api/v1/on/{machine}.
 */
export function listSessions(
  given: {
    /** only sessions that have each of these words in their title, folder, branch, model or id, or all of them in a text */
    q?: string;
    /** only the sessions of this CLI */
    cli?: string;
    /** only the sessions of this project: a folder with all below it, or the name of one */
    project?: string;
    /** only sessions that have changed since then: 3d, today, 2026-11-01 */
    since?: string;
    /** only models with this in their name */
    model?: string;
    /** only sessions in which this happens */
    state?: "working" | "waiting" | "idle";
    /** only sessions in which something happens */
    live?: boolean;
    /** fold no copies and no sub-agents of this machine */
    all?: boolean;
    /** only the sessions of this machine */
    here?: boolean;
    /** the order; names from A to Z, all else from the greatest to the least */
    sort?: "updated" | "created" | "size" | "turns" | "title" | "project" | "model" | "cli";
    limit?: number;
    /** where the list before has ended, as its next says */
    after?: string;
  } = {},
  options?: Options,
): Promise<Sessions> {
  return call("GET", ["sessions"], {
    q: given.q,
    cli: given.cli,
    project: given.project,
    since: given.since,
    model: given.model,
    state: given.state,
    live: given.live,
    all: given.all,
    here: given.here,
    sort: given.sort,
    limit: given.limit,
    after: given.after,
  }, undefined, options);
}

/** Tell what is known of a session. */
export function getSession(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<Detail> {
  return call("GET", ["sessions", given.cli, given.id], {}, undefined, options);
}

/**
 * Read a picture of a session.
 * PNG, JPEG, GIF or WebP by its own first bytes, 20 MB at most. Any other attachment is refused.
 */
export function getAttachment(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
    /** the digest that the entry has of it */
    sha256: string;
  },
  options?: Options,
): Promise<Response> {
  return fetchBytes("GET", ["sessions", given.cli, given.id, "attachments", given.sha256], {}, undefined, options);
}

/**
 * Read a part of a session.
 * Texts longer than 64 KB are cut, and cut says by how much. An entry that is read alone has up to 8 MB of each text.
 */
export function getEntries(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
    /** the first entry, counted from 0; -20 is the twentieth before the end */
    from?: number;
    /** how many entries at most; a page ends earlier when it is 4 MB long */
    limit?: number;
    /** the id of the entry with which the page begins; from then does not count */
    at?: string;
  },
  options?: Options,
): Promise<Page> {
  return call("GET", ["sessions", given.cli, given.id, "entries"], { from: given.from, limit: given.limit, at: given.at }, undefined, options);
}

/**
 * Read an entry of a session whole.
 * Texts longer than 8 MB are cut, and cut says by how much.
 */
export function getEntry(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
    /** the number of the entry, counted from 0 */
    n: number;
  },
  options?: Options,
): Promise<Entry> {
  return call("GET", ["sessions", given.cli, given.id, "entries", given.n], {}, undefined, options);
}

/**
 * Export a session as a file.
 * Secrets are masked, unless the settings say otherwise.
 */
export function exportSession(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
    /** as stead session export has it: html and md for people, universal, cusf and others for programs */
    format?: string;
  },
  options?: Options,
): Promise<Response> {
  return fetchBytes("GET", ["sessions", given.cli, given.id, "export"], { format: given.format }, undefined, options);
}

/**
 * Find a text in a session.
 * In its texts and the arguments of its calls, in small or capital letters. Texts are whole here, also where a page of entries cuts them.
 */
export function findInSession(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
    /** the text, as it stands there */
    q: string;
    /** the first entry that counts, from 0 */
    from?: number;
    /** how many places at most; all are counted */
    limit?: number;
  },
  options?: Options,
): Promise<Places> {
  return call("GET", ["sessions", given.cli, given.id, "find"], { q: given.q, from: given.from, limit: given.limit }, undefined, options);
}

/**
 * Tell how long the entries of a session are when they are shown.
 * For each entry, a number of 16 bits, the low byte first: how many lines of at most 80 characters its texts take. A list of entries can be
 * laid out by it before they are read. It is always gzipped, and the header Stead-Rev has the session's rev.
 */
export function getShape(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<Response> {
  return fetchBytes("GET", ["sessions", given.cli, given.id, "shape"], {}, undefined, options);
}

/** Tell what a session came from, and all that came of that. */
export function getTree(
  given: {
    /** the CLI that has the session, or run for what a run of stead has recorded */
    cli: string;
    /** its id or the beginning of it, or latest */
    id: string;
  },
  options?: Options,
): Promise<Family> {
  return call("GET", ["sessions", given.cli, given.id, "tree"], {}, undefined, options);
}

/**
 * Sum up tokens, costs, turns and calls.
 * Days are in UTC. A cost is the CLI's own figure, or else the model's list price; null where it is unknown.
 */
export function getStatistics(
  given: {
    /** tell rows apart by these: cli, model, project, day, tool, with commas */
    by?: string[];
    /** only the sessions of this CLI */
    cli?: string;
    /** only the sessions of this project: a folder with all below it, or the name of one */
    project?: string;
    /** only what happened since then: 14d, today, 2026-11-01 */
    since?: string;
    /** only models with this in their name */
    model?: string;
  } = {},
  options?: Options,
): Promise<StatsResult> {
  return call("GET", ["statistics"], {
    by: given.by,
    cli: given.cli,
    project: given.project,
    since: given.since,
    model: given.model,
  }, undefined, options);
}

/** List templates of prompts. */
export function listTemplates(options?: Options): Promise<Templates> {
  return call("GET", ["templates"], {}, undefined, options);
}

/**
 * Start a run with a template's prompt.
 * The answer comes when the session is delivered and the CLI begins. Sent again with the same Idempotency-Key, it is not done again: the
 * answer is the first one's.
 */
export function runTemplate(
  given: {
    /** the template's name */
    name: string;
  },
  body: StartTemplate,
  options?: Options,
): Promise<Run> {
  return call("POST", ["templates", given.name, "runs"], {}, body, options);
}

/**
 * Make a token for another browser or program.
 * It can do all that the caller can.
 */
export function makeToken(options?: Options): Promise<NewToken> {
  return call("POST", ["tokens"], {}, {}, options);
}

/** List families of sessions. */
export function listTrees(
  given: {
    /** only the families that have a session in this folder */
    project?: string;
    limit?: number;
  } = {},
  options?: Options,
): Promise<Families> {
  return call("GET", ["tree"], { project: given.project, limit: given.limit }, undefined, options);
}
