package kimi

import (
	"bytes"
	"strconv"
	"strings"

	"stead/timeline"
)

const reminderTag = "system-reminder"

// unwrap removes the tag around a text, whatever the tag's attributes. It returns any other text unchanged.
func unwrap(text timeline.Text, tag string) timeline.Text {
	inner := text.Inner()
	begin := bytes.Index(inner, []byte(`>\n`)) + len(`>\n`)
	end := len(inner) - len(`\n</>`) - len(tag)
	if !bytes.HasPrefix(inner, []byte("<"+tag)) || begin < len(`>\n`) || end < begin ||
		string(inner[end:]) != `\n</`+tag+">" {
		return text
	}
	return text.Slice(begin, end)
}

// wrap is the reverse of [unwrap]. Attributes alternate between names and values.
func wrap(text timeline.Text, tag string, attributes ...string) timeline.Text {
	head := "<" + tag
	for i := 0; i+1 < len(attributes); i += 2 {
		head += " " + attributes[i] + `="` + attributeEscaper.Replace(attributes[i+1]) + `"`
	}
	return timeline.Concat(timeline.NewText(head+">\n"), text, timeline.NewText("\n</"+tag+">"))
}

var attributeEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", " ")

// hookText returns the hooks' texts in a message.
func hookText(text timeline.Text) timeline.Text {
	inner := text.Inner()
	head, _, _ := bytes.Cut(inner, []byte(`>\n`))
	between := []byte(`\n</hook_result>\n` + string(head) + `>\n`)
	if len(head) == 0 || !bytes.Contains(inner, between) {
		return unwrap(text, "hook_result")
	}
	return unwrap(rawText(bytes.ReplaceAll(inner, between, []byte(`\n\n`))), "hook_result")
}

// skillText returns the text of a skill without its introduction. The user's additions stay after it.
func skillText(text timeline.Text) timeline.Text {
	const open, end = "<skill-loaded", `\n</skill-loaded>`
	inner := text.Inner()
	at, last := bytes.Index(inner, []byte(open)), bytes.LastIndex(inner, []byte(end))
	if at < 0 || last < at {
		return text
	}
	begin := bytes.Index(inner[at:], []byte(`>\n`)) + len(`>\n`)
	if begin < len(`>\n`) || at+begin > last {
		return text
	}
	return timeline.Concat(text.Slice(at+begin, last), text.Slice(last+len(end), len(inner)))
}

// The CLI escapes the text between the tags of a shell command. Here the texts are in JSON form.
var (
	shellEscaper   = strings.NewReplacer(`\\`, `\\`, "&", "&amp;", "<", "&lt;", ">", "&gt;", `\"`, "&quot;")
	shellUnescaper = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `\"`, "&amp;", "&")
)

func rawText(inner []byte) timeline.Text {
	return timeline.RawText([]byte(`"` + string(inner) + `"`))
}

func escaped(text timeline.Text) timeline.Text {
	return rawText([]byte(shellEscaper.Replace(string(text.Inner()))))
}

func unescaped(inner []byte) timeline.Text {
	return rawText([]byte(shellUnescaper.Replace(string(inner))))
}

// ShellLine returns the line of a shell command that the user ran.
func ShellLine(text timeline.Text) timeline.Text {
	return unescaped(unwrap(text, "bash-input").Inner())
}

const (
	stdoutBegin = "<bash-stdout>"
	between     = "</bash-stdout><bash-stderr>"
	stderrEnd   = "</bash-stderr>"
)

// shellOutput returns the output of a shell command that the user ran. A text in any other form counts as output.
func shellOutput(text timeline.Text) (output, errors timeline.Text) {
	inner, isBegun := bytes.CutPrefix(text.Inner(), []byte(stdoutBegin))
	inner, isEnded := bytes.CutSuffix(inner, []byte(stderrEnd))
	stdout, stderr, isBoth := bytes.Cut(inner, []byte(between))
	if !isBegun || !isEnded || !isBoth {
		return text, timeline.Text{}
	}
	return unescaped(stdout), unescaped(stderr)
}

// exitCode removes the exit code of a failed command from the end of its output.
func exitCode(errors timeline.Text) (rest timeline.Text, code int, ok bool) {
	rest, reason := SplitExit(errors)
	digits, isExit := bytes.CutPrefix(reason.Inner(), []byte(exitError))
	code, err := strconv.Atoi(string(digits))
	return rest, code, isExit && err == nil
}
