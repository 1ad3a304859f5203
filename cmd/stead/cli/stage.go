package cli

import (
	"context"
	"time"

	"stead/internal/plain"
	"stead/internal/ptyx"
	"stead/internal/screen"
)

// unattended is the size of a terminal until somebody looks at it.
var unattended = ptyx.Size{Rows: 40, Columns: 120}

// keptRows bounds how far back whoever attaches can scroll. Each takes some kilobytes of a supervisor's memory.
const keptRows = 300

// stageTerminal is the terminal of a run that users come to and leave.
type stageTerminal struct {
	*ptyx.Stage
	// alone is closed when there is no sense in waiting for the first user.
	alone <-chan struct{}
	close func()
	// pauses tells that the user wants to read what was lost before the CLI covers it.
	pauses bool
	// wasRead tells that there was a delivery before.
	wasRead bool
}

func newStageTerminal(alone <-chan struct{}) *stageTerminal {
	var emulator *screen.Screen
	stage := ptyx.NewStage(unattended, func(reply func([]byte)) ptyx.Screen {
		emulator = screen.New(int(unattended.Rows), int(unattended.Columns), reply)
		emulator.Keep(keptRows)
		return emulator
	}, time.Now)
	return &stageTerminal{Stage: stage, alone: alone, close: func() { stage.Close(); emulator.Close() }}
}

// bells are the terminals of all users of a stage, for what draws nothing.
type bells struct{ stage *ptyx.Stage }

// Write implements io.Writer. Where there is no place for a bell between what the program draws, none is rung.
func (b bells) Write(sequence []byte) (int, error) {
	b.stage.Ring(sequence)
	return len(sequence), nil
}

// Size implements orchestrator.Terminal. A CLI draws its first screen but once, so it begins when the user's terminal is there.
func (t *stageTerminal) Size() ptyx.Size {
	select {
	case <-t.Came():
	case <-t.alone:
	}
	return t.Stage.Size()
}

// Relay implements orchestrator.Terminal.
func (t *stageTerminal) Relay(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
	return t.Run(ctx, p, sink)
}

// Tell implements orchestrator.Teller.
func (t *stageTerminal) Tell(text string) {
	t.Stage.Tell(plain.Message(plain.Text(text), int(t.Stage.Size().Columns)))
}
