package config

import "slices"

// Config is what the user has set.
type Config struct {
	// History and Thinking are the policies of a run that does not name its own.
	History  string `mapstructure:"history"`
	Thinking string `mapstructure:"thinking"`
	// Redact is whether secrets are masked in what leaves for another vendor.
	Redact string `mapstructure:"redact"`
	// Sync is where new turns are mirrored in the source's CLI.
	Sync string `mapstructure:"sync"`
	// DetachKey is the key that leaves a run's terminal: ctrl-\, ctrl-a and the like, or none.
	DetachKey string `mapstructure:"detach_key"`
	// Pause is whether a person may read what a delivery has lost before the CLI takes the terminal.
	Pause bool `mapstructure:"pause"`
	// CLI holds each known CLI's settings, by the adapter's name.
	CLI map[string]CLI `mapstructure:"cli"`
	// Failover is how a run goes on when a limit is hit.
	Failover Failover `mapstructure:"failover"`
	// Notify is how the user wants to hear of what happens.
	Notify Notify `mapstructure:"notify"`
	// CUSF is what exports in that format say of their owner.
	CUSF CUSF `mapstructure:"cusf"`
	// Folders are where stead's own files are.
	Folders Folders `mapstructure:"-"`

	settings []Setting
}

// CLI is what the user has set for one CLI. The zero value leaves everything to the CLI.
type CLI struct {
	// Binary is the program: a name that is looked for in PATH, or an absolute path.
	Binary string `mapstructure:"binary"`
	// Home is the folder in which the CLI keeps its configuration and sessions, an absolute path: ~/.claude, ~/.codex.
	Home string `mapstructure:"home"`
	// Args are put before the arguments of a run.
	Args []string `mapstructure:"args"`
	// Model is the CLI's model for sessions that come from another CLI. Empty leaves the choice to the CLI.
	Model string `mapstructure:"model"`
	// Models choose it by the model that such a session was held with, each PATTERN=MODEL. They come before Model, and the first
	// that fits counts.
	Models []string `mapstructure:"models"`
	// Env is set for the CLI beside the environment that stead has itself, each NAME=value.
	Env []string `mapstructure:"env"`
}

// Setting is one setting as it is in effect.
type Setting struct {
	Key string `json:"key"`
	// Value is a string or a list of strings.
	Value any `json:"value"`
	// Origin says where the value comes from: "default", a file with its line, an environment variable, a flag.
	Origin string `json:"origin"`
}

// IsDefault reports whether nobody has set it.
func (s Setting) IsDefault() bool { return s.Origin == byDefault }

// byDefault is the origin of what nobody has set.
const byDefault = "default"

// Settings returns every setting there is, with its value and where that comes from.
func (c Config) Settings() []Setting { return slices.Clone(c.settings) }
