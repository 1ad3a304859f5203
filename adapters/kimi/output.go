package kimi

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"stead/timeline"
)

// Shell is the tool that runs commands.
const Shell = "Bash"

// exitNote begins the last line of a failed command's output.
const exitNote = "Command failed with exit code: "

// exitError begins the universal timeline's text for a command that ended with an exit code other than 0.
const exitError = "exit code "

// SplitExit splits the output of a failed command into the printed text and "exit code N". It returns any other output
// unchanged.
func SplitExit(output timeline.Text) (rest, reason timeline.Text) {
	inner := output.Inner()
	at := bytes.LastIndex(inner, []byte(exitNote))
	if at < 0 || at > 0 && !bytes.HasSuffix(inner[:at], []byte(`\n`)) {
		return output, timeline.Text{}
	}
	code, isLast := bytes.CutSuffix(inner[at+len(exitNote):], []byte("."))
	if _, err := strconv.Atoi(string(code)); err != nil || !isLast {
		return output, timeline.Text{}
	}
	return output.Slice(0, max(0, at-len(`\n`))), timeline.NewText(exitError + string(code))
}

// JoinExit is the reverse of [SplitExit]: it returns the CLI's form of a failed command's output. Ok is false if the
// reason names no exit code.
func JoinExit(output, reason timeline.Text) (joined timeline.Text, ok bool) {
	if reason.Len() > 40 {
		return output, false
	}
	code, isExit := strings.CutPrefix(reason.String(), exitError)
	if _, err := strconv.Atoi(code); err != nil || !isExit {
		return output, false
	}
	note := fmt.Sprintf("%s%s.", exitNote, code)
	if !output.IsEmpty() {
		note = "\n" + note
	}
	return timeline.Concat(output, timeline.NewText(note)), true
}
