package pipe

import (
	"bytes"
	"testing"
	"time"
)

func TestFrameComesBackAsItWas(t *testing.T) {
	t.Parallel()
	want := frame{kind: kindBytes, offset: 1, received: 3, read: 2, payload: make([]byte, maxPayload)}
	got, err := parse(append(want.head(nil), want.payload...))
	if err != nil || got.kind != want.kind || got.offset != 1 || got.received != 3 || got.read != 2 ||
		!bytes.Equal(got.payload, want.payload) {
		t.Errorf("it is %d %d %d %d with %d bytes, %v", got.kind, got.offset, got.received, got.read, len(got.payload), err)
	}
}

func TestFramesWithoutSenseAreRefused(t *testing.T) {
	t.Parallel()
	whole := frame{kind: kindBytes}
	for name, message := range map[string][]byte{
		"nothing":                 nil,
		"a piece":                 whole.head(nil)[:headLen-1],
		"too much":                append(whole.head(nil), make([]byte, maxPayload+1)...),
		"no kind":                 frame{}.head(nil),
		"an unknown kind":         frame{kind: kindAgain + 1}.head(nil),
		"bytes after the end":     append(frame{kind: kindEnd}.head(nil), 1),
		"more read than received": frame{kind: kindBytes, received: 1, read: 2}.head(nil),
	} {
		if _, err := parse(message); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestSenderKeepsToTheWindow(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]frame{
		"beyond the window":     {kind: kindBytes, offset: window, payload: []byte("x")},
		"far beyond the window": {kind: kindBytes, offset: 1<<64 - 1, payload: []byte("xx")},
		"an end far beyond":     {kind: kindEnd, offset: 1<<64 - 1},
	} {
		var in incoming
		if got, err := in.take(f); err == nil {
			t.Errorf("%s is taken as %d", name, got)
		}
	}
	var in incoming
	for n := range uint64(4) {
		if got, err := in.take(frame{kind: kindBytes, offset: n * window / 4,
			payload: make([]byte, window/4)}); err != nil || got != fresh {
			t.Errorf("part %d within the window is %d, %v", n, got, err)
		}
	}
}

func TestReceiverHasOnlyWhatWasSent(t *testing.T) {
	t.Parallel()
	o := outgoing{limit: window}
	o.kept.WriteString("hello")
	if err := o.take(frame{received: 1}, time.Now()); err == nil {
		t.Error("it has what was not sent")
	}
	if _, ok := o.next(time.Now()); !ok {
		t.Fatal("nothing is sent")
	}
	if err := o.take(frame{received: 5}, time.Now()); err != nil || o.kept.Len() != 0 {
		t.Errorf("%d bytes are kept, %v", o.kept.Len(), err)
	}
}
