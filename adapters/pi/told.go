package pi

import (
	"bytes"

	"stead/timeline"
)

// Printed returns the output of a user's command in the form that the model gets.
func Printed(m *Message) timeline.Text {
	parts := []timeline.Text{timeline.RawText(m.Output)}
	if m.IsCancelled {
		parts = append(parts, timeline.NewText("(command cancelled)"))
	}
	if m.IsTruncated && m.FullOutput.IsString() {
		parts = append(parts, timeline.Concat(timeline.NewText("[Output truncated. Full output: "),
			timeline.RawText(m.FullOutput), timeline.NewText("]")))
	}
	return timeline.Join(parts, "\n")
}

// exited precedes the exit code at the end of a failed command's output.
const exited = "Command exited with code "

// exitError precedes the exit code in the universal timeline.
const exitError = "exit code "

// SplitExit splits the output of a failed command into the printed text and "exit code N". For any other text, failure
// is empty.
func SplitExit(output timeline.Text) (printed, failure timeline.Text) {
	inner := output.Inner()
	at := bytes.LastIndex(inner, []byte(exited))
	if at < 0 || !isNumber(inner[at+len(exited):]) {
		return output, timeline.Text{}
	}
	end := bytes.TrimSuffix(inner[:at], []byte(`\n\n`))
	if at > 0 && len(end) == at {
		return output, timeline.Text{}
	}
	return output.Slice(0, len(end)), timeline.NewText(exitError + string(inner[at+len(exited):]))
}

// JoinExit is the reverse of [SplitExit]. Ok is false for a failure that is not an exit code.
func JoinExit(printed, failure timeline.Text) (output timeline.Text, ok bool) {
	code, ok := bytes.CutPrefix(failure.Inner(), []byte(exitError))
	if !ok || !isNumber(code) {
		return timeline.Text{}, false
	}
	return timeline.Join([]timeline.Text{printed, timeline.NewText(exited + string(code))}, "\n\n"), true
}

func isNumber(text []byte) bool {
	return len(text) > 0 && len(text) < 12 && len(bytes.Trim(bytes.TrimPrefix(text, []byte("-")), "0123456789")) == 0
}
