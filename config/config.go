package config

import "slices"

// Config holds the user's settings, with defaults for those that are not set.
type Config struct {
	// History is how much of a session is delivered if a run does not say: full, last:N turns, budget:TOKENS, users,
	// summary. Default: full.
	History string `mapstructure:"history"`
	// Thinking is how the model's thinking is delivered if a run does not say: strip, text, keep. Default: empty, which
	// depends on the CLIs between which a session moves.
	Thinking string `mapstructure:"thinking"`
	// Redact says whether secrets are masked in content for another vendor: ask, mask, always, off. Default: ask.
	Redact string `mapstructure:"redact"`
	// Sync is where new turns are mirrored in the source's CLI: off, session, source. Default: off.
	Sync string `mapstructure:"sync"`
	// DetachKey is the key that leaves a run's terminal: ctrl-\, ctrl-a and the like, or none. Default: ctrl-\.
	DetachKey string `mapstructure:"detach_key"`
	// Pause says whether a delivery's losses stay visible until the user continues, before the CLI takes the terminal.
	// Default: true.
	Pause bool `mapstructure:"pause"`
	// CLI holds each known CLI's settings, by the adapter's name. It has a member for every CLI.
	CLI map[string]CLI `mapstructure:"cli"`
	// Failover is how a run continues when a limit is hit.
	Failover Failover `mapstructure:"failover"`
	// Notify is how the user is notified.
	Notify Notify `mapstructure:"notify"`
	// CUSF names the owner of sessions that are exported in that format.
	CUSF CUSF `mapstructure:"cusf"`
	// Memory says how the memory of all sessions is kept.
	Memory Memory `mapstructure:"memory"`
	// Reach says how machines that have joined a hub share their runs.
	Reach Reach `mapstructure:"reach"`
	// NATS says where a team's cluster is.
	NATS NATS `mapstructure:"nats"`
	// Folders are the folders of stead's own files.
	Folders Folders `mapstructure:"-"`

	// settings are all settings with their origins, in display order.
	settings []Setting
}

// CLI holds the user's settings for one CLI. The zero value, the default, leaves everything to the CLI.
type CLI struct {
	// Binary is the program: a name to search for in PATH, or an absolute path. Default: empty, the CLI's own name.
	Binary string `mapstructure:"binary"`
	// Home is the folder in which the CLI keeps its configuration and sessions, an absolute path. Default: empty, the
	// CLI's own (~/.claude, ~/.codex).
	Home string `mapstructure:"home"`
	// Args are put before the arguments of a run. Default: none.
	Args []string `mapstructure:"args"`
	// Model is the CLI's model for sessions that come from another CLI. Default: empty, which leaves the choice to the
	// CLI.
	Model string `mapstructure:"model"`
	// Models choose it by the model that such a session used before, each PATTERN=MODEL. They have precedence over Model,
	// and the first match counts. Default: none.
	Models []string `mapstructure:"models"`
	// Env is set for the CLI in addition to stead's own environment, each NAME=value. Default: none.
	Env []string `mapstructure:"env"`
}

// Setting is one setting in effect.
type Setting struct {
	// Key is the setting's name after the names of the mappings around it, in lower case: cli.codex.model.
	Key string `json:"key"`
	// Value is a string or a list of strings, after expansion: paths are absolute.
	Value any `json:"value"`
	// Origin says where the value comes from: "default", a file with its line, an environment variable, a flag.
	Origin string `json:"origin"`
}

// IsDefault reports whether the setting is not set anywhere.
func (s Setting) IsDefault() bool { return s.Origin == byDefault }

// byDefault is the origin of settings that are not set anywhere.
const byDefault = "default"

// Settings returns all settings, each with its value and origin.
func (c Config) Settings() []Setting { return slices.Clone(c.settings) }
