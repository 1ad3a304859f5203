package ptyx

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

// script is a Sink that records the order of events.
type script struct{ lines []string }

func (s *script) Output(at time.Time, chunk []byte) { s.note(at, "o", string(chunk)) }
func (s *script) Input(at time.Time, chunk []byte)  { s.note(at, "i", string(chunk)) }
func (s *script) Resize(at time.Time, _, _ uint16)  { s.note(at, "r", "") }
func (s *script) Flush()                            {}
func (s *script) note(at time.Time, kind, text string) {
	s.lines = append(s.lines, fmt.Sprintf("%.3f %s %s", float64(at.UnixMilli())/1e3, kind, text))
}

func TestNeighboursAreMergedAndKeepTheirFirstTime(t *testing.T) {
	at := func(milliseconds int) time.Time {
		return time.Unix(0, 0).Add(time.Duration(milliseconds) * time.Millisecond)
	}
	var waiting batch
	waiting.add(event{kind: output, at: at(0)}, []byte("a"))
	waiting.add(event{kind: output, at: at(1)}, []byte("b"))
	waiting.add(event{kind: output, at: at(2)}, []byte("later"))
	waiting.add(event{kind: input, at: at(2)}, []byte("key"))
	waiting.add(event{kind: resize, at: at(3)}, nil)
	waiting.add(event{kind: resize, at: at(3)}, nil)
	waiting.add(event{kind: output, at: at(3)}, make([]byte, mergeLimit))
	waiting.add(event{kind: output, at: at(3)}, []byte("too much for one"))
	recorded := &script{}
	(&Queue{sink: recorded}).deliver(waiting)
	want := []string{"0.000 o ab", "0.002 o later", "0.002 i key", "0.003 r ", "0.003 r ",
		"0.003 o " + strings.Repeat("\x00", mergeLimit), "0.003 o too much for one"}
	if diff := cmp.Diff(want, recorded.lines); diff != "" {
		t.Error(diff)
	}
}

func TestQueueDeliversInOrderAndAllBeforeClose(t *testing.T) {
	recorded := &script{}
	queue := NewQueue(recorded)
	for second := range 5 {
		queue.Output(time.Unix(int64(second), 0), []byte("out"))
		queue.Input(time.Unix(int64(second), 0), []byte("in"))
	}
	queue.Close()
	want := "0.000 o out|0.000 i in|1.000 o out|1.000 i in|2.000 o out|2.000 i in|3.000 o out|3.000 i in|4.000 o out|4.000 i in"
	if got := strings.Join(recorded.lines, "|"); got != want {
		t.Errorf("recorded %s", got)
	}
}

// gate is a Sink that waits until it is released.
type gate struct {
	testkit.TerminalLog
	open chan struct{}
}

func (g *gate) Output(at time.Time, chunk []byte) { <-g.open; g.TerminalLog.Output(at, chunk) }

func TestFullQueueMakesTheCallerWaitAndLosesNothing(t *testing.T) {
	sink := &gate{open: make(chan struct{})}
	queue := NewQueue(sink)
	chunk, put := make([]byte, queueLimit/4), make(chan struct{})
	go func() {
		for i := range 12 { // three times what fits
			queue.Output(time.Unix(int64(i), 0), chunk)
		}
		close(put)
	}()
	select {
	case <-put:
		t.Error("twelve quarters fitted into the queue")
	case <-time.After(50 * time.Millisecond): // a caller that does not wait is through long before
	}
	close(sink.open)
	<-put
	queue.Close()
	if sink.Out.Len() != 12*len(chunk) {
		t.Errorf("%d bytes recorded, want %d", sink.Out.Len(), 12*len(chunk))
	}
}
