package capture

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/inject"
	"stead/inject/codex"
)

// hear gives a listener the output of a headless Codex in pieces of a few bytes, as a terminal may cut it.
func hear(output string) (s *Speech, announced []string) {
	s = &Speech{Heard: func(inject.Source, []byte) {}, Driver: codex.New()}
	s.Announced = func(id string) { announced = append(announced, id) }
	for len(output) > 0 {
		n := min(7, len(output))
		s.Output(time.Time{}, []byte(output[:n]))
		output = output[n:]
	}
	return s, announced
}

func TestSpeechHearsTheSessionAndTheFailure(t *testing.T) {
	s, announced := hear("Reading additional input from stdin...\r\n" +
		`{"type":"thread.started","thread_id":"t1"}` + "\r\n" +
		`{"type":"turn.failed","error":{"message":"no credit"}}` + "\r\n")
	if diff := cmp.Diff([]string{"t1"}, announced); diff != "" {
		t.Error(diff)
	}
	if s.Reason() != "no credit" {
		t.Errorf("reason is %q", s.Reason())
	}
}

func TestSpeechQuotesTheLastPlainLinesWithoutEscapeSequences(t *testing.T) {
	s, announced := hear(strings.Repeat("noise\n", 20) + "\x1b[31mno conversation\x1b[0m found\n\n")
	if len(announced) != 0 {
		t.Errorf("announced %v", announced)
	}
	if !strings.HasSuffix(s.Reason(), "; no conversation found") || strings.Count(s.Reason(), "noise") != quotedLines-1 {
		t.Errorf("reason is %q", s.Reason())
	}
}

func TestSpeechKeepsNoLineWithoutBounds(t *testing.T) {
	s := &Speech{Heard: func(inject.Source, []byte) {}, Driver: codex.New(), Announced: func(string) {}}
	for range 100 {
		s.Output(time.Time{}, []byte(strings.Repeat("x", longestMark/10)))
	}
	if cap(s.line) > 4*longestMark {
		t.Errorf("a line of 10 MB is held in %d bytes", cap(s.line))
	}
}
