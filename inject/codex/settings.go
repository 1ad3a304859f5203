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

// settings are the parts of Codex's config.toml that decide how a session is taken up (0.169.0).
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

// readSettings reads the configuration in Codex's home. Without a file it is empty.
func readSettings(home string) (settings, error) {
	var s settings
	path := filepath.Join(home, "config.toml")
	if _, err := toml.DecodeFile(path, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return s, nil
}

// builtInProvider is the provider of a Codex that was configured for no other.
const builtInProvider = "openai"

// Configured is the provider that the configuration says, a profile before the rest, and the command line before both.
// The model is Codex's own choice.
func (Driver) Configured(g inject.Environment) inject.Model {
	s, err := readSettings(g.Store.Root)
	if err != nil {
		return inject.Model{} // Codex will say what is wrong with its file
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

// option returns the last value that the arguments give an option, without a prefix that the value must have, or else
// otherwise.
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
