package gemini

import (
	"fmt"
	"strconv"
	"strings"

	"stead/internal/sys/lazy"
	"stead/timeline"
)

// The frame of a command's output, which marks it for the model as untrusted.
const (
	frameBegin = "<untrusted_context>\nOutput: "
	frameEnd   = "\n</untrusted_context>"
	closing    = "</untrusted_context>"
	escaped    = "&lt;/untrusted_context&gt;"
	noOutput   = "(empty)"
)

// ExitError returns the universal timeline's text for a command that ended with an exit code other than 0.
func ExitError(code int64) string { return fmt.Sprintf("exit code %d", code) }

// ExitCode returns the code of an error that [ExitError] made.
func ExitCode(message string) (int64, bool) {
	number, ok := strings.CutPrefix(message, "exit code ")
	if !ok {
		return 0, false
	}
	code, err := strconv.ParseInt(number, 10, 64)
	return code, err == nil
}

// trailer matches the lines after a command's output. The CLI adds another line for an error of the tool itself, and
// one for processes that still run; ParseOutput leaves such output unchanged.
var trailer = lazy.Regexp(`(?:\nExit Code: (-?\d+))?(?:\nSignal: \w+)?(?:\nProcess Group PGID: \d+)?$`)

// ParseOutput removes the frame from a command's output. Code is its exit code. Ok is false for a text without a frame,
// which ParseOutput returns unchanged.
func ParseOutput(text timeline.Text) (output timeline.Text, code int64, ok bool) {
	if !text.HasPrefix(frameBegin) {
		return text, 0, false
	}
	inner, framed := strings.CutSuffix(strings.TrimPrefix(text.String(), frameBegin), frameEnd)
	at := trailer().FindStringSubmatchIndex(inner)
	if !framed || strings.Contains(inner[at[0]:], "\nBackground PIDs: ") || strings.Contains(inner[at[0]:], "\nError: ") {
		return text, 0, false
	}
	if at[2] >= 0 {
		code, _ = strconv.ParseInt(inner[at[2]:at[3]], 10, 64)
	}
	inner = strings.ReplaceAll(inner[:at[0]], escaped, closing)
	if inner == noOutput {
		inner = ""
	}
	return timeline.NewText(inner), code, true
}

// FormatOutput puts a command's output into the frame. Ok is false if [ParseOutput] would not return the same values.
func FormatOutput(output timeline.Text, code int64) (text timeline.Text, ok bool) {
	inner := strings.ReplaceAll(output.String(), closing, escaped)
	if inner == "" {
		inner = noOutput
	}
	if code != 0 {
		inner += "\nExit Code: " + strconv.FormatInt(code, 10)
	}
	text = timeline.NewText(frameBegin + inner + frameEnd)
	back, found, framed := ParseOutput(text)
	return text, framed && found == code && back.Equal(output)
}
