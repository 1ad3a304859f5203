package testkit

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Patience is how long a test waits for something that must happen. It only costs time when something is broken.
const Patience = 20 * time.Second

// Eventually waits for a condition that another process causes.
func Eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for limit := time.Now().Add(Patience); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("not within %v: %s", Patience, what)
		}
	}
}

// AwaitOutput reads until it has received want, and returns everything that it received.
func AwaitOutput(source interface{ Read([]byte) (int, error) }, want string) string {
	var seen strings.Builder
	chunk := make([]byte, 4096)
	for !strings.Contains(seen.String(), want) {
		n, err := source.Read(chunk)
		seen.Write(chunk[:n])
		if err != nil {
			break
		}
	}
	return seen.String()
}

// TerminalLog is a ptyx.Sink that records its input.
type TerminalLog struct {
	Out, In bytes.Buffer
	// Sizes are rows and columns.
	Sizes   [][2]uint16
	Flushes int
	// Delay is the time that it takes for each output.
	Delay time.Duration
}

// Output implements ptyx.Sink.
func (l *TerminalLog) Output(_ time.Time, chunk []byte) { time.Sleep(l.Delay); l.Out.Write(chunk) }

// Input implements ptyx.Sink.
func (l *TerminalLog) Input(_ time.Time, chunk []byte) { l.In.Write(chunk) }

// Flush implements ptyx.Sink.
func (l *TerminalLog) Flush() { l.Flushes++ }

// Resize implements ptyx.Sink.
func (l *TerminalLog) Resize(_ time.Time, rows, columns uint16) {
	l.Sizes = append(l.Sizes, [2]uint16{rows, columns})
}
