package codex

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/lazy"
	"stead/timeline"
)

// Outcome is what a tool's output says about the end of the call.
type Outcome struct {
	// Output is the text without its header.
	Output timeline.Text
	Failed bool
	// Error is "exit code N" for a command that failed with an exit code.
	Error string
	// DurationMS is how long the call took, in milliseconds. It is nil if the header does not say.
	DurationMS *float64
}

// ExitError returns the error text of the universal timeline for a command with a nonzero exit code.
func ExitError(code int64) string { return fmt.Sprintf("exit code %d", code) }

// ExitCode returns the exit code in an error text from [ExitError].
func ExitCode(message string) (int64, bool) {
	number, ok := strings.CutPrefix(message, "exit code ")
	if !ok {
		return 0, false
	}
	code, err := strconv.ParseInt(number, 10, 64)
	return code, err == nil
}

// Header returns the header of a command's output, in the CLI's own words. DurationMS may be nil.
func Header(code int64, durationMS *float64) string {
	return wallTime(durationMS) + fmt.Sprintf("Process exited with code %d\n", code) + outputLine
}

// outputLine ends a header.
const outputLine = "Output:\n"

// ParseOutput extracts the outcome from a tool's output. It leaves a text unchanged if it has no known header, or if
// the header says more than an exit code (a command that is still running).
func ParseOutput(output timeline.Text) Outcome {
	if output.HasPrefix(`{"output":`) {
		if o, ok := parseShellOutput(output); ok {
			return o
		}
	}
	h, ok := parseHeader(output)
	if !ok {
		return Outcome{Output: output, Failed: TellsFailure(output)}
	}
	o := Outcome{Output: output.Slice(h.length, output.Len()), Failed: h.code != 0, DurationMS: h.durationMS}
	if o.Failed {
		o.Error = ExitError(h.code)
	}
	return o
}

// HasHeader reports whether [ParseOutput] would change the text or detect a failure in it.
func HasHeader(output timeline.Text) bool {
	o := ParseOutput(output)
	return o.Failed || o.Output.Len() != output.Len()
}

// headerWindow is longer than any header, which has four short lines.
const headerWindow = 240

// headerLines are the beginnings of the lines in a header, before the line "Output:".
var headerLines = []string{
	"Chunk ID: ", "Wall time: ", "Wall time ", "Original token count: ", "Total output lines: ", "Script completed",
}

// header is the header of an output.
type header struct {
	length     int // in the output's escaped form
	code       int64
	durationMS *float64
}

func parseHeader(output timeline.Text) (h header, ok bool) {
	if !mayBeHeader(output) {
		return header{}, false
	}
	head := output.Head(headerWindow)
	decoded, lines, told := 0, 0, false
	for line := range strings.Lines(head) {
		decoded, lines = decoded+len(line), lines+1
		line, ended := strings.CutSuffix(line, "\n")
		if line == "Output:" && ended {
			// The header is plain ASCII, so only its line ends are longer in escaped form.
			h.length = decoded + lines
			return h, told && bytes.HasSuffix(output.Inner()[:min(h.length, output.Len())], []byte(`Output:\n`))
		}
		if exit, found := exitLine(line); found {
			h.code, told = exit, true
		} else if took, found := wallTimeOf(line); found {
			h.durationMS = &took
		} else if !hasAnyPrefix(line, headerLines) {
			return header{}, false
		}
		told = told || line == "Script completed"
	}
	return header{}, false
}

// mayBeHeader examines only the first bytes, because most outputs have no header.
func mayBeHeader(output timeline.Text) bool {
	inner := output.Inner()
	return hasAnyPrefix(string(inner[:min(len(inner), 32)]), slices.Concat(headerLines, exitLines))
}

// exitLines are the beginnings of the lines with an exit code.
var exitLines = []string{"Process exited with code ", "Exit code: "}

func exitLine(line string) (int64, bool) {
	for _, prefix := range exitLines {
		if number, ok := strings.CutPrefix(line, prefix); ok {
			code, err := strconv.ParseInt(number, 10, 64)
			return code, err == nil
		}
	}
	return 0, false
}

func hasAnyPrefix(text string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// parseShellOutput parses the output of the old shell tool: {"output":"...","metadata":{"exit_code":0}} as a string.
func parseShellOutput(output timeline.Text) (Outcome, bool) {
	whole, _, valid := jsonl.Clean([]byte(output.String()))
	value := jsonl.Value(whole)
	exit := value.Get("metadata", "exit_code")
	if !valid || exit == nil || !value.Get("output").IsString() {
		return Outcome{}, false
	}
	o := Outcome{Output: timeline.RawText(value.Get("output")), Failed: exit.Int() != 0}
	if took := value.Get("metadata", "duration_seconds"); took.IsNumber() {
		o.DurationMS = new(milliseconds(took.Float()))
	}
	if o.Failed {
		o.Error = ExitError(exit.Int())
	}
	return o, true
}

// failures are the beginnings of the outputs with which the CLI tells the model that a call could not run.
var failures = []string{
	"unsupported call: ", "exec_command failed", "apply_patch verification failed", "failed to parse function arguments",
	"aborted", "Script failed", "command timed out", "Command blocked by PreToolUse hook: ",
}

// timed matches the text before the output of a command that was aborted.
var timed = lazy.Regexp(`^Wall time: [0-9.]+ seconds\\n`)

// TellsFailure reports whether an output is one with which the CLI tells the model that a call could not run.
func TellsFailure(output timeline.Text) bool {
	inner := output.Inner()
	head := inner[:min(len(inner), 64)]
	if time := timed().Find(head); time != nil {
		return bytes.HasPrefix(head[len(time):], []byte("aborted by user"))
	}
	return hasAnyPrefix(string(head), failures)
}
