package tui

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
)

// Terminal is where the screen is drawn.
type Terminal struct {
	In, Out *os.File
	// Environ says what the terminal can do, each NAME=value: NO_COLOR leaves colours out.
	Environ []string
}

// framesPerSecond bounds how long a key waits for its frame: 8 ms, as frames are drawn only when something has changed.
const framesPerSecond = 120

// Run shows the screen until it is left. The error is that of the terminal, or of the context.
func Run(ctx context.Context, t Terminal, o Options) error {
	inside, stop := context.WithCancel(ctx)
	defer stop() // what is still read ends with the screen
	p := tea.NewProgram(New(inside, o), tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond))
	_, err := p.Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		return context.Cause(ctx)
	}
	return err
}
