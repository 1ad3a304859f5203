package delivery

import (
	"fmt"

	"stead/inject"
	"stead/inject/policy"
	"stead/internal/sys/installed"
	"stead/orchestrator/source"
	"stead/writers"
)

// Delivery is a session on its way to a CLI, or in that CLI's store.
type Delivery struct {
	Request     Request
	Source      source.Source
	Adapter     inject.Adapter
	Program     installed.Program
	Environment inject.Environment
	Options     writers.Options
	// Session is the one that the CLI works in.
	Session Session

	// model is the one that the user asked for, configured what the CLI would use by itself.
	model      string
	configured inject.Model
	policies   policy.Policies
	chosen     policy.Selection
	process    []string
}

// Title is the CLI's name for people.
func (d *Delivery) Title() string { return d.Adapter.Driver.Info().Title }

// IsBegunByCLI reports whether the CLI itself begins the session.
func (d *Delivery) IsBegunByCLI() bool {
	_, ok := d.Adapter.Driver.(inject.SessionStarter)
	return ok && d.Source.IsNew
}

// longestArgument is what Linux takes in one argument, its end included (MAX_ARG_STRLEN).
const longestArgument = 128<<10 - 1

// refuseLongPrompt is an error for a prompt with which the CLI could not be started, before anything is written.
func (d *Delivery) refuseLongPrompt() error {
	for _, argument := range d.commandOn(writers.Receipt{Dir: d.Options.Dir}, "").Arguments {
		if len(argument) > longestArgument {
			return fmt.Errorf(
				"%w: %s takes it only as an argument of at most %d bytes, and it has %d; put it into a file and name that file in the prompt",
				ErrPromptTooLong, d.Title(), longestArgument, len(d.Request.Prompt))
		}
	}
	return nil
}
