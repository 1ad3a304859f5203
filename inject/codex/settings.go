package codex

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"stead/inject"
)

// settings holds the parts of Codex's config.toml that affect how a session is resumed (0.169.0).
type settings struct {
	ModelProvider string             `toml:"model_provider"`
	Profile       string             `toml:"profile"`
	Profiles      map[string]profile `toml:"profiles"`
	Projects      map[string]project `toml:"projects"`
}

type profile struct {
	ModelProvider string `toml:"model_provider"`
}

type project struct {
	Trust string `toml:"trust_level"`
}

// readSettings reads the configuration in Codex's home. It is empty if there is no file.
func readSettings(home string) (settings, error) {
	var s settings
	path := filepath.Join(home, "config.toml")
	if _, err := toml.DecodeFile(path, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return s, nil
}

// builtInProvider is the provider of a Codex that is not configured for another one.
const builtInProvider = "openai"

// Configured returns the provider from the configuration. A profile takes precedence over the rest, and the command
// line over both. Codex chooses the model itself.
func (Driver) Configured(g inject.Environment) inject.Model {
	s, err := readSettings(g.Store.Root)
	if err != nil {
		return inject.Model{} // Codex will report the error in its file
	}
	provider := builtInProvider
	if s.ModelProvider != "" {
		provider = s.ModelProvider
	}
	if p := s.Profiles[option(g.Arguments, s.Profile, "-p", "--profile", "")]; p.ModelProvider != "" {
		provider = p.ModelProvider
	}
	provider = option(g.Arguments, provider, "-c", "--config", "model_provider=")
	return inject.Model{Provider: strings.Trim(provider, `"'`)}
}

// option returns the last value that the arguments give an option, without the prefix that the value must have. If
// there is none, it returns otherwise.
func option(arguments []string, otherwise, short, long, prefix string) string {
	value := otherwise
	for i, argument := range arguments {
		given, isJoined := strings.CutPrefix(argument, long+"=")
		if !isJoined {
			if (argument != short && argument != long) || i+1 == len(arguments) {
				continue
			}
			given = arguments[i+1]
		}
		if rest, ok := strings.CutPrefix(given, prefix); ok {
			value = rest
		}
	}
	return value
}
