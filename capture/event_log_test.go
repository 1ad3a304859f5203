package capture

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/inject"
	"stead/inject/codex"
)

// listen gives a listener the output of a headless Codex in pieces of a few bytes, as a terminal may cut it.
func read(output string) (l *EventLog, announced []string) {
	l = &EventLog{OnEvent: func(inject.Source, []byte) {}, Driver: codex.Driver{}}
	l.Announced = func(id string) { announced = append(announced, id) }
	for len(output) > 0 {
		n := min(7, len(output))
		l.Output(time.Time{}, []byte(output[:n]))
		output = output[n:]
	}
	return l, announced
}

func TestEventLogReportsTheSessionAndTheFailure(t *testing.T) {
	l, announced := read("Reading additional input from stdin...\r\n" +
		`{"type":"thread.started","thread_id":"t1"}` + "\r\n" +
		`{"type":"turn.failed","error":{"message":"no credit"}}` + "\r\n")
	if diff := cmp.Diff([]string{"t1"}, announced); diff != "" {
		t.Error(diff)
	}
	if l.Reason() != "no credit" {
		t.Errorf("reason is %q", l.Reason())
	}
}

func TestEventLogQuotesTheLastPlainLinesWithoutEscapeSequences(t *testing.T) {
	l, announced := read(strings.Repeat("noise\n", 20) + "\x1b[31mno conversation\x1b[0m found\n\n")
	if len(announced) != 0 {
		t.Errorf("announced %v", announced)
	}
	if !strings.HasSuffix(l.Reason(), "; no conversation found") || strings.Count(l.Reason(), "noise") != quotedLines-1 {
		t.Errorf("reason is %q", l.Reason())
	}
}

func TestEventLogKeepsNoLineWithoutBounds(t *testing.T) {
	l := &EventLog{OnEvent: func(inject.Source, []byte) {}, Driver: codex.Driver{}, Announced: func(string) {}}
	for range 100 {
		l.Output(time.Time{}, []byte(strings.Repeat("x", longestMark/10)))
	}
	if cap(l.line) > 4*longestMark {
		t.Errorf("a line of 10 MB is held in %d bytes", cap(l.line))
	}
}
