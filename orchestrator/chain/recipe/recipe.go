// Package recipe reads the recipes of chains, YAML or JSON with a published JSON Schema. It reports all mistakes of a
// recipe together, each with its line and key.
package recipe

import (
	"strings"
	"time"
)

// Hand says what a step gets from the one before, besides what its prompt quotes.
type Hand string

// What is handed on.
const (
	// HandFull is the whole session, natively. It is the default: it is what stead is for.
	HandFull Hand = "full"
	// The others begin a new session.
	HandAnswer Hand = "answer"
	HandDiff   Hand = "diff"
	HandFiles  Hand = "files"
	HandNone   Hand = "none"
)

// Retry says how a step that has failed is tried again.
type Retry string

// The ways of trying again.
const (
	// RetryContinue continues the step's own conversation.
	RetryContinue Retry = "continue"
	// RetryAgain begins the step anew.
	RetryAgain Retry = "again"
)

// What happens when a step has failed for good.
const (
	Stop       = "stop"
	Continue   = "continue"
	gotoPrefix = "goto "
)

// Picks of a parallel step, besides a contestant's name.
const (
	FirstPassing = "first-passing"
	Manual       = "manual"
)

// Recipe is what a chain does.
type Recipe struct {
	Name        string `yaml:"name" json:"name,omitempty"`
	Description string `yaml:"description" json:"description,omitempty"`
	// Vars are the variables with their defaults; nil must be given.
	Vars     map[string]*string `yaml:"vars" json:"vars,omitempty"`
	From     string             `yaml:"from" json:"from,omitempty"`
	Dir      string             `yaml:"dir" json:"dir,omitempty"`
	Worktree bool               `yaml:"worktree" json:"worktree,omitempty"`
	Allow    string             `yaml:"allow" json:"allow,omitempty"`
	MaxSteps int                `yaml:"max_steps" json:"max_steps,omitempty"`
	Steps    []Step             `yaml:"steps" json:"steps"`
}

// Step is one step. Either CLI or Parallel is set, and either Prompt or Template. The fields are what the schema says.
type Step struct {
	Name      string            `yaml:"name" json:"name"`
	CLI       string            `yaml:"cli" json:"cli,omitempty"`
	On        string            `yaml:"on" json:"on,omitempty"`
	Model     string            `yaml:"model" json:"model,omitempty"`
	Prompt    string            `yaml:"prompt" json:"prompt,omitempty"`
	Template  string            `yaml:"template" json:"template,omitempty"`
	Vars      map[string]string `yaml:"vars" json:"vars,omitempty"`
	Hand      Hand              `yaml:"hand" json:"hand,omitempty"`
	Dir       string            `yaml:"dir" json:"dir,omitempty"`
	Check     string            `yaml:"check" json:"check,omitempty"`
	Retries   int               `yaml:"retries" json:"retries,omitempty"`
	Retry     Retry             `yaml:"retry" json:"retry,omitempty"`
	OnFailure string            `yaml:"on_failure" json:"on_failure,omitempty"`
	Approve   bool              `yaml:"approve" json:"approve,omitempty"`
	Timeout   time.Duration     `yaml:"timeout" json:"timeout_ns,omitempty"`
	MaxTurns  int               `yaml:"max_turns" json:"max_turns,omitempty"`
	MaxCost   float64           `yaml:"max_cost" json:"max_cost,omitempty"`
	Allow     string            `yaml:"allow" json:"allow,omitempty"`
	Args      []string          `yaml:"args" json:"args,omitempty"`
	Parallel  *Parallel         `yaml:"parallel" json:"parallel,omitempty"`
}

// Parallel is the A/B of a step.
type Parallel struct {
	With   []string `yaml:"with" json:"with"`
	Repeat int      `yaml:"repeat" json:"repeat,omitempty"`
	AtOnce int      `yaml:"at_once" json:"at_once,omitempty"`
	Pick   string   `yaml:"pick" json:"pick,omitempty"`
}

// Goto returns the step that comes after this one has failed for good, where one is named.
func (s Step) Goto() (name string, ok bool) { return strings.CutPrefix(s.OnFailure, gotoPrefix) }

// Index returns the place of the step of that name, or -1.
func (r Recipe) Index(name string) int {
	for i, s := range r.Steps {
		if s.Name == name {
			return i
		}
	}
	return -1
}

// defaultMaxSteps bounds a recipe that never goes back, which its retries do already.
const defaultMaxSteps = 1000

// complete sets what is not said.
func (r *Recipe) complete() {
	if r.MaxSteps == 0 {
		r.MaxSteps = defaultMaxSteps
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		s.CLI = strings.ToLower(s.CLI)
		if s.Parallel != nil {
			lowerCLIs(s.Parallel.With)
		}
		if s.Hand == "" {
			s.Hand = HandFull
		}
		if s.Retry == "" {
			s.Retry = RetryContinue
		}
		if s.OnFailure == "" {
			s.OnFailure = Stop
		}
		if s.Allow == "" {
			s.Allow = r.Allow
		}
		if s.Allow == "" {
			s.Allow = "edits"
		}
		if s.Parallel != nil && s.Parallel.Pick == "" {
			s.Parallel.Pick = FirstPassing
		}
	}
}

// lowerCLIs has the names of CLIs, each with :MODEL behind it or not, in small letters.
func lowerCLIs(with []string) {
	for i, one := range with {
		cli, model, named := strings.Cut(one, ":")
		if with[i] = strings.ToLower(cli); named {
			with[i] += ":" + model
		}
	}
}
