package config

import "slices"

// Config is what the user has set, with the defaults of what nobody has set.
type Config struct {
	// History is how much of a session is delivered when a run does not say it: full, last:N turns, budget:TOKENS, users,
	// summary. Default: full.
	History string `mapstructure:"history"`
	// Thinking is what becomes of the model's thinking when a run does not say it: strip, text, keep. Default: empty,
	// which leaves it to the way that a session takes.
	Thinking string `mapstructure:"thinking"`
	// Redact is whether secrets are masked in what leaves for another vendor: ask, mask, always, off. Default: ask.
	Redact string `mapstructure:"redact"`
	// Sync is where new turns are mirrored in the source's CLI: off, session, source. Default: off.
	Sync string `mapstructure:"sync"`
	// DetachKey is the key that leaves a run's terminal: ctrl-\, ctrl-a and the like, or none. Default: ctrl-\.
	DetachKey string `mapstructure:"detach_key"`
	// Pause is whether a person may read what a delivery has lost before the CLI takes the terminal. Default: true.
	Pause bool `mapstructure:"pause"`
	// CLI holds each known CLI's settings, by the adapter's name: it has a member for every CLI.
	CLI map[string]CLI `mapstructure:"cli"`
	// Failover is how a run continues when a limit is hit.
	Failover Failover `mapstructure:"failover"`
	// Notify is how the user is notified.
	Notify Notify `mapstructure:"notify"`
	// CUSF is what exports in that format say of their owner.
	CUSF CUSF `mapstructure:"cusf"`
	// Memory is how what was said in all sessions is kept.
	Memory Memory `mapstructure:"memory"`
	// Reach is how machines that have joined a hub share their runs.
	Reach Reach `mapstructure:"reach"`
	// NATS is where a team's cluster is.
	NATS NATS `mapstructure:"nats"`
	// Folders are where stead's own files are.
	Folders Folders `mapstructure:"-"`

	// settings are all settings with their origins, in the order in which they are shown.
	settings []Setting
}

// CLI is what the user has set for one CLI. The zero value, the default, leaves everything to the CLI.
type CLI struct {
	// Binary is the program: a name that is searched for in PATH, or an absolute path. Default: empty, the CLI's own name.
	Binary string `mapstructure:"binary"`
	// Home is the folder in which the CLI keeps its configuration and sessions, an absolute path. Default: empty, the
	// CLI's own (~/.claude, ~/.codex).
	Home string `mapstructure:"home"`
	// Args are put before the arguments of a run. Default: none.
	Args []string `mapstructure:"args"`
	// Model is the CLI's model for sessions that come from another CLI. Default: empty, which leaves the choice to the
	// CLI.
	Model string `mapstructure:"model"`
	// Models choose it by the model that such a session was held with, each PATTERN=MODEL. They come before Model, and the
	// first that fits counts. Default: none.
	Models []string `mapstructure:"models"`
	// Env is set for the CLI beside the environment that stead has itself, each NAME=value. Default: none.
	Env []string `mapstructure:"env"`
}

// Setting is one setting as it is in effect.
type Setting struct {
	// Key is the setting's name with those of the mappings around it, in small letters: cli.codex.model.
	Key string `json:"key"`
	// Value is a string or a list of strings, as they are meant: paths are absolute.
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
