package kimi_test

import (
	"fmt"
	"testing"

	"stead/adapters/kimi"
	"stead/timeline"
)

// The names were given by the CLI itself.
func TestWorkDirKey(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/user/demo-kimi": "wd_demo-kimi_6a6bd27de513",
	} {
		if got := kimi.WorkDirKey(dir); got != want {
			t.Errorf("%s: %s, want %s", dir, got, want)
		}
	}
}

// What is written of an exit code is read as it was.
func TestExitCodesComeBack(t *testing.T) {
	for _, output := range []string{"", "x", "x\n", "Command failed with exit code: 3."} {
		for _, reason := range []string{"exit code 1", "exit code x", "exit code"} {
			joined, isExit := kimi.JoinExit(timeline.NewText(output), timeline.NewText(reason))
			if isExit != (reason == "exit code 1") {
				t.Errorf("%q is an exit code: %v", reason, isExit)
			}
			if !isExit {
				continue
			}
			if gotOutput, gotReason := kimi.SplitExit(joined); gotOutput.String() != output || gotReason.String() != reason {
				t.Errorf("%q %q came back as %q %q from %q", output, reason, gotOutput, gotReason, joined)
			}
		}
	}
	for _, plain := range []string{"", "x", "Command failed with exit code: 3. ", "Command failed with exit code: x."} {
		if output, reason := kimi.SplitExit(timeline.NewText(plain)); output.String() != plain || !reason.IsEmpty() {
			t.Errorf("%q became %q %q", plain, output, reason)
		}
	}
}

func TestTimestamp(t *testing.T) {
	for milliseconds, want := range map[int64]string{1790000000123: "2026-09-21T14:13:20.123Z", 0: "", -1: "",
		1 << 60: ""} {
		if got := kimi.Timestamp(fmt.Append(nil, milliseconds)); got != want {
			t.Errorf("%d: %q, want %q", milliseconds, got, want)
		}
	}
}
