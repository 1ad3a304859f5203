package gemini

import (
	"strconv"
	"strings"

	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The events of the hooks whose context the CLI sends as texts of the user. It does not record these names.
const (
	SessionStart = "SessionStart"
	BeforeAgent  = "BeforeAgent"
	AfterAgent   = "AfterAgent"
)

// Continue is the prompt that the CLI sends in the user's name if the model stopped in the middle of its work.
const Continue = "Please continue."

// nudges begin further texts that the CLI sends in the user's name.
var nudges = []string{
	"[System: You successfully executed a tool but returned an empty response",
	"System: Potential loop detected.",
}

// IsNudge reports whether the CLI wrote a text of a user message in the user's name.
func IsNudge(text timeline.Text) bool {
	for _, nudge := range nudges {
		if text.HasPrefix(nudge) {
			return true
		}
	}
	return false
}

const hookBegin, hookEnd = "<hook_context>", "</hook_context>"

// Hook returns the context of a hook in the form in which the CLI sends it to its model.
func Hook(content timeline.Text) timeline.Text {
	return timeline.Concat(timeline.NewText(hookBegin), content, timeline.NewText(hookEnd))
}

// ParseHook extracts the context of a hook from a text. Rest is the prompt that follows it in the same text, as in the
// CLI's runs without a terminal. Ok is false for any other text.
func ParseHook(text timeline.Text) (content, rest timeline.Text, ok bool) {
	if !text.HasPrefix(hookBegin) {
		return timeline.Text{}, timeline.Text{}, false
	}
	inner := strings.TrimPrefix(text.String(), hookBegin)
	if whole, ok := strings.CutSuffix(inner, hookEnd); ok {
		return text.Slice(len(hookBegin), text.Len()-len(hookEnd)), timeline.Text{}, whole != ""
	}
	said, prompt, ok := strings.Cut(inner, hookEnd+"\n\n")
	return timeline.NewText(said), timeline.NewText(prompt), ok && prompt != ""
}

// editorBegins begin the texts that hold the editor's context as JSON.
var editorBegins = []string{
	"Here is the user's editor context as a JSON object. This is for your information only.\n```json\n",
	"Here is a summary of changes in the user's editor context, in JSON format. This is for your information only.\n```json\n",
}

// IsEditor reports whether a text holds the editor's context.
func IsEditor(text timeline.Text) bool {
	for _, begin := range editorBegins {
		if text.HasPrefix(begin) {
			return true
		}
	}
	return false
}

// The text in which the CLI reports to its model a command that the user ran. The CLI cuts long output before it writes
// the text.
const (
	shellBegin  = "I ran the following shell command:\n```sh\n"
	shellMiddle = "\n```\n\nThis produced the following result:\n```\n"
	shellEnd    = "\n```"
	shellSilent = "(Command produced no output)"
)

// ShellShown returns the line to display in place of the report on a command: the typed command, and its exit code if
// known. The CLI itself displays the report when it resumes a session.
func ShellShown(o *timeline.Origin) timeline.Text {
	shown := "!" + o.Typed.String()
	if o.ExitCode != nil {
		shown += " (exit code " + strconv.Itoa(*o.ExitCode) + ")"
	}
	return timeline.NewText(shown)
}

// exited matches the line before the output of a failed command.
var exited = lazy.Regexp(`^Command exited with code (-?\d+)\.\n`)

var (
	escape   = strings.NewReplacer(`\`, `\\`, "`", "\\`")
	unescape = strings.NewReplacer(`\\`, `\`, "\\`", "`")
)

// ShellText returns the CLI's report on a command that the user ran. Ok is false if [ParseShell] would not return the
// same values.
func ShellText(o *timeline.Origin, output timeline.Text) (text timeline.Text, ok bool) {
	said := output.String()
	if said == "" {
		said = shellSilent
	}
	if o.ExitCode != nil && *o.ExitCode != 0 {
		said = "Command exited with code " + strconv.Itoa(*o.ExitCode) + ".\n" + said
	}
	text = timeline.NewText(shellBegin + escape.Replace(o.Typed.String()) + shellMiddle + escape.Replace(said) + shellEnd)
	back, found, ok := ParseShell(text)
	isSameCode := o.ExitCode == nil && *found.ExitCode == 0 || o.ExitCode != nil && *found.ExitCode == *o.ExitCode
	return text, ok && isSameCode && back.Equal(output) && found.Typed.Equal(o.Typed)
}

// ParseShell parses a report on a command. Ok is false for any other text. A report without an exit code means exit
// code 0.
func ParseShell(text timeline.Text) (output timeline.Text, o *timeline.Origin, ok bool) {
	o = &timeline.Origin{Kind: timeline.Shell, ExitCode: new(0)}
	if !text.HasPrefix(shellBegin) {
		return timeline.Text{}, o, false
	}
	inner, isWhole := strings.CutSuffix(strings.TrimPrefix(text.String(), shellBegin), shellEnd)
	command, said, isShell := strings.Cut(inner, shellMiddle)
	if !isWhole || !isShell {
		return timeline.Text{}, o, false
	}
	o.Typed, said = timeline.NewText(unescape.Replace(command)), unescape.Replace(said)
	if code := exited().FindStringSubmatch(said); code != nil {
		*o.ExitCode, _ = strconv.Atoi(code[1])
		said = said[len(code[0]):]
	}
	if said == shellSilent {
		said = ""
	}
	return timeline.NewText(said), o, true
}

// IsBeside reports whether a text of a user message is not a prompt: the CLI adds it to the history without sending a
// request to the model.
func IsBeside(text timeline.Text) bool {
	_, rest, isHook := ParseHook(text)
	_, _, isShell := ParseShell(text)
	return IsPreamble(text) || isHook && rest.IsEmpty() || isShell || IsEditor(text)
}

// CommandOf returns the origin of the text that a slash command expands to.
func CommandOf(typed timeline.Text) *timeline.Origin {
	name, _, _ := strings.Cut(strings.TrimPrefix(typed.Head(256), "/"), " ")
	return &timeline.Origin{Kind: timeline.Command, Name: name, Typed: typed}
}
