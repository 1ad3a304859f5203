package anew

import (
	"regexp"
	"strings"
)

// Frame is what a CLI puts around a text that is compared.
type Frame struct {
	// CLI is whose it is, In the kind of text that it stands around.
	CLI string
	In  In
	// Pattern finds it. What it names "text" stays.
	Pattern string
	// Why says what it is, and the version in which it was observed where that is not the pinned one.
	Why string
}

// In is a kind of text.
type In string

// The kinds of texts that have frames.
const (
	Result  In = "result"  // of a tool
	Context In = "context" // that nobody typed, of any kind that follows here or another
	Shell   In = "shell"   // a command of the user's, and its output
	Skill   In = "skill"
	File    In = "file" // that a prompt names
	// Plain texts have none, and a Document is told by its name alone where a CLI does not take it.
	Plain    In = "plain"
	Document In = "document"
)

// Frames are all of them. The text that they stand around is compared; the next CLI puts its own frame around it.
var Frames = []Frame{
	{"stead", Context, `\A<context from=.*\n.*|(?m)^(</?command>|Its output:|</context>)`,
		"tags of stead's own, and a sentence that says what follows"},
	{"stead", Context, `(?m)^(a file of type \S+, .* that could not be shown here|\[document: \S+\])$`,
		"stands for a document, which reports name"},
	{"stead", Document, `\A(a file of type \S+, .* that could not be shown here|\[document: \S+\])\z`, "the same"},
	{"claude", Result, `\AExit code \d+\n`, "the exit code, which is compared apart"},
	{"claude", Context, `(?m)^\d+\t`, "the number of a line of a named file"},
	{"claude", Context, `(?m)^\w+(:[^ \n]+)? hook (additional context|success): `, "which hook it was"},
	{"claude", Context, `(?m)^Called the \w+ tool with the following input: .*`, "how a named file was read"},
	{"claude", Context, `(?m)^Result of calling the \w+ tool:`, "the same"},
	{"claude", Context, `</?(bash-(input|stdout|stderr)|system-reminder|task-notification|ide_\w+)>`, "tags"},
	{"claude", Context, `(?m)^(\[SYSTEM NOTIFICATION - NOT USER INPUT\]|This is an automated background-task event, .*|` +
		`Do NOT interpret this as user .*|No human input has been received since .*)$`, "caveats before the end of a task"},
	{"codex", Result, `\A(Chunk ID: .*\n|Wall time:? .*\n|Original token count: .*\n|Total output lines: .*\n|` +
		`Script completed\n|Process exited with code -?\d+\n|Exit code: -?\d+\n)+Output:\n{1,2}`,
		"the exit code and the time, which are compared apart"},
	{"codex", Context, `(?m)^(<image name=\[.*|</image>)`, "tags around a picture that is compared"},
	{"codex", Context, `\A<hook_prompt [^>]*>|</hook_prompt>\z`, "tags"},
	{"codex", Context, `(?m)^ *</?(user_action|context|action|results)>.*`, "tags, and what was done: a review"},
	{"codex", Skill, `(?m)^</?skill>|^<name>.*|^<path>.*`, "tags, and where a skill lies"},
	{"codex", Shell, `(?m)^</?(user_shell_command|command|result)>`, "tags"},
	{"codex", Shell, `(?m)^(Exit code: .*|Duration: .*|Output:)`, "how the command ended, which is compared apart"},
	{"gemini", Result, `\A<untrusted_context>\nOutput: (\(empty\))?`, "tags"},
	{"gemini", Result, `(?s)\n(</untrusted_context>|Process Group PGID: |Exit Code: ).*`,
		"the exit code, which is compared apart, and the process"},
	{"gemini", Context, `\A<hook_context>|</hook_context>\z`, "tags"},
	{"gemini", Shell,
		"(?m)^(I ran the following shell command:|This produced the following result:|```.*|Command exited with code .*)",
		"fences, and how the command ended"},
	{"kimi", Result, `\AWall time: .*\n`, "how long a command took, which is compared apart"},
	{"kimi", Context,
		`</?(bash-(input|stdout|stderr)|hook_result|skill-loaded|notification|cron-fire|system-reminder)\b[^>\n]*>`, "tags"},
	{"kimi-cli", Result,
		`\A<system>(Tool output is empty|Tool output begins|Tool returned non-text content|Command executed successfully)\.</system>\n?`, "says no more than the result does"},
	{"kimi-cli", Result, `\A<system>ERROR: Command failed with exit code: \d+\.</system>\n?`,
		"the exit code, which is compared apart"},
	{"kimi-cli", Result, `\A<system>ERROR: (?P<text>[^\n]*)</system>`, "the tags"},
	{"kimi-cli", Result, `\A<system>(?P<text>[^\n]*)</system>\z`, "the tags"},
	{"opencode", File,
		`(?m)^(<path>.*|<type>.*|</?(file|content|entries)>|\(End of file.*|\(File has more lines.*|\(Showing .*|\(.* entries\)|Image read successfully|PDF read successfully)`, "tags around a named file"},
	{"opencode", Shell, `\AThe following tool was executed by the user`, "says what follows"},
	{"opencode", File, `(?m)^\d+(: ?|\| ?)`, "the number of a line"},
	{"pi", Result, `\n\nCommand exited with code .*\z`, "the exit code, which is compared apart"},
	{"pi", Context,
		`\AThe following is a summary of a branch that this conversation came back from:\n\n<summary>\n|</summary>\z`,
		"tags, and what follows"},
	{"pi", File, `(?m)^<file name=.*?>|</file>`, "tags"},
	{"pi", Shell, "\\ARan `|(?m)`$|^```$", "fences"},
	{"pi", Shell, `(?m)^(\(no output\)|Command exited with code .*)`, "how the command ended"},
	{"qwen", Context, `</?(task-notification|qwen:user-prompt-submit-context)>`, "tags"},
}

var patterns = func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for _, f := range Frames {
		all[f.Pattern] = regexp.MustCompile(f.Pattern)
	}
	return all
}()

// Within returns a text without the frames that a CLI puts around it.
func Within(cli string, in In, text string) string {
	between := "\n${text}"
	if in == Result {
		between = "${text}"
	}
	for _, f := range Frames {
		if f.CLI == cli && f.In == in {
			text = patterns[f.Pattern].ReplaceAllString(text, between)
		}
	}
	return text
}

// exit tells the code by which a command ended.
var exit = regexp.MustCompile(`(?i)exit(?:ed with)?[ _]code"?:? ?(-?\d+)`)

// Exit returns the code by which a command failed, where the frame around its output tells it.
func Exit(whole, output string) string {
	for _, found := range exit.FindAllStringSubmatch(strings.Replace(whole, output, "", 1), -1) {
		if found[1] != "0" {
			return found[1]
		}
	}
	return ""
}

// LacksExit says what is wrong with a result that does not tell the code, or nothing.
func LacksExit(result, code string) string {
	for _, found := range exit.FindAllStringSubmatch(result, -1) {
		if found[1] == code {
			return ""
		}
	}
	if code == "" {
		return ""
	}
	return "another exit code"
}

// Lines are the lines within the frames that are not blank.
func Lines(cli string, in In, text string) []string {
	lines := []string{}
	for line := range strings.SplitSeq(Within(cli, in, text), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
