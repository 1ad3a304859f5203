package tui

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
)

// Terminal is the terminal on which the screen is drawn.
type Terminal struct {
	In, Out *os.File
	// Environ describes the terminal's capabilities, as NAME=value: NO_COLOR turns colours off.
	Environ []string
}

// framesPerSecond limits how long a key waits for its frame: 8 ms, because frames are drawn only when something has
// changed.
const framesPerSecond = 120

// Run shows the screen until the user leaves it. The error is that of the terminal, or of ctx.
func Run(ctx context.Context, t Terminal, o Options) error {
	inside, stop := context.WithCancel(ctx)
	defer stop() // readings in progress end with the screen
	p := tea.NewProgram(New(inside, o), tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond))
	_, err := p.Run()
	if ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) {
		return context.Cause(ctx)
	}
	return err
}
