package capture

import (
	"strings"
	"testing"
	"time"
)

func isKnown(r *Readiness) bool {
	select {
	case <-r.Known():
		return true
	default:
		return false
	}
}

func TestReadyTextIsFoundAmongSequencesAndAcrossChunks(t *testing.T) {
	r := NewReadiness("Type your message")
	for _, chunk := range []string{"\x1b[2JType \x1b[1my", "our\x1b[0m mess"} {
		r.Output(time.Time{}, []byte(chunk))
	}
	if isKnown(r) {
		t.Error("it is known before it is drawn")
	}
	r.Output(time.Time{}, []byte("age"))
	if !isKnown(r) {
		t.Error("it is not found")
	}
	r.Output(time.Time{}, []byte("Type your message")) // once more
}

func TestProgramThatDrawsAndDrawsCountsAsReady(t *testing.T) {
	r := NewReadiness("never")
	for range drawnAtMost/1000 + 1 {
		r.Output(time.Time{}, []byte(strings.Repeat("x", 1000)))
	}
	if !isKnown(r) {
		t.Error("it is looked for without end")
	}
}
