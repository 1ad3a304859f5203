package orchestrator

import (
	"context"
	"errors"
	"os"
	"path"
	"strings"

	"stead/inject"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Errors of a run, beside those of the packages below.
var (
	// ErrNoDriver: sessions can be read or written in that format, but there is nothing to start.
	ErrNoDriver = errors.New("nothing to run")
	// ErrNoFolder: the session's working folder does not exist, or is not known.
	ErrNoFolder = errors.New("no folder to work in")
	// ErrPromptTooLong: the CLI takes the prompt only as an argument, and the system takes none of that length.
	ErrPromptTooLong = errors.New("the prompt is too long")
	// ErrNoModel: the CLI must be told a model, and none is known.
	ErrNoModel = errors.New("no model to go on with")
	// ErrCLIFailed: the CLI ended with an error.
	ErrCLIFailed = errors.New("the CLI failed")
	// ErrInterrupted: the run was ended by a signal.
	ErrInterrupted = errors.New("interrupted")
)

// Request says what shall be continued where.
type Request struct {
	// From is the reference of the session to continue, To the name of the CLI that goes on with it.
	From, To string
	// Prompt is what the CLI is told to do next. A headless run needs one.
	Prompt   string
	Headless bool
	// Model is the target's model. Empty leaves the choice to Models, and then to the CLI.
	Model string
	// Models choose the target's model by the one that the session was held with in another CLI. The first that fits counts.
	Models   []ModelRule
	History  inject.History
	Thinking inject.Thinking
	// Dir is the working folder: an absolute path. Empty means the session's own.
	Dir string
	// ChooseFolder is asked for another when the session's own cannot be used. Its error ends the run. Nil asks nobody.
	ChooseFolder func(context.Context, *FolderError) (string, error)
	// Arguments are passed to the CLI as they are; Environment is set for it beside stead's own, each NAME=value.
	Arguments   []string
	Environment []string
	// In and Out are the user's terminal. Interactive runs only.
	In, Out *os.File
}

// Plan is what a run does: before it does it in a rehearsal, and with what was delivered in a run.
type Plan struct {
	From runs.Session `json:"from"`
	To   runs.Session `json:"to"`
	Dir  string       `json:"dir"`
	// Program is the CLI, Version its version ("" when it is not known).
	Program string         `json:"program"`
	Version string         `json:"version,omitempty"`
	Report  writers.Report `json:"delivered"`
	// Command is the CLI's command line.
	Command []string `json:"command"`
}

// ModelRule says which model of the target takes the place of a model.
type ModelRule struct {
	// Pattern is the model that the session was held with, as [path.Match] has it but for the slash, which is a character as any
	// other: "claude-opus-*", "*".
	Pattern string
	Model   string
}

// AnyModel is the pattern of every model, and of a session that does not say its own.
const AnyModel = "*"

func (m ModelRule) fits(model string) bool {
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	ok, err := path.Match(flat(m.Pattern), flat(model))
	return ok && err == nil
}

// model returns the model that was asked for. A session that goes on in its own CLI has its model already.
func (r Request) model(h timeline.Header) string {
	if r.Model != "" || h.Source.CLI == r.To {
		return r.Model
	}
	for _, rule := range r.Models {
		if rule.fits(h.Model.Model) {
			return rule.Model
		}
	}
	return ""
}
