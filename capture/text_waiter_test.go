package capture

import (
	"strings"
	"testing"
	"time"
)

func isKnown(w *TextWaiter) bool {
	select {
	case <-w.Known():
		return true
	default:
		return false
	}
}

func TestReadyTextIsFoundAmongSequencesAndAcrossChunks(t *testing.T) {
	w := NewTextWaiter("Type your message")
	for _, chunk := range []string{"\x1b[2JType \x1b[1my", "our\x1b[0m mess"} {
		w.Output(time.Time{}, []byte(chunk))
	}
	if isKnown(w) {
		t.Error("it is known before it is drawn")
	}
	w.Output(time.Time{}, []byte("age"))
	if !isKnown(w) {
		t.Error("it is not found")
	}
	w.Output(time.Time{}, []byte("Type your message")) // once more
}

func TestProgramThatDrawsAndDrawsCountsAsReady(t *testing.T) {
	w := NewTextWaiter("never")
	for range drawnAtMost/1000 + 1 {
		w.Output(time.Time{}, []byte(strings.Repeat("x", 1000)))
	}
	if !isKnown(w) {
		t.Error("it is looked for without end")
	}
}
