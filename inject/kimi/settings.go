package kimi

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"stead/inject"
)

// settings are the parts of the CLI's config.toml that list the models (2.1.0).
type settings struct {
	DefaultModel string           `toml:"default_model"`
	Models       map[string]model `toml:"models"`
}

type model struct {
	Name string `toml:"model"`
}

// readSettings reads the configuration in the CLI's home. If there is no file, the settings are empty.
func readSettings(home string) (settings, error) {
	var s settings
	path := filepath.Join(home, "config.toml")
	if _, err := toml.DecodeFile(path, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("%s cannot be read: %w", path, err)
	}
	return s, nil
}

// environmentModel is the name of the model that the environment describes (KIMI_MODEL_NAME and related variables).
const environmentModel = "__kimi_env_model__"

// Configured returns the model with which the CLI would begin a session. The user's own arguments take precedence over
// the environment, and the environment over the configuration.
func (Driver) Configured(g inject.Environment) inject.Model {
	if named := modelOption(g.Arguments); named != "" {
		return inject.Model{Name: named}
	}
	if environmentName(g) != "" {
		return inject.Model{Name: environmentModel}
	}
	s, err := readSettings(g.Store.Root)
	if err != nil {
		return inject.Model{} // the CLI will report the fault in its file
	}
	return inject.Model{Name: s.DefaultModel}
}

func environmentName(g inject.Environment) string {
	if g.Host.Getenv == nil {
		return ""
	}
	return strings.TrimSpace(g.Host.Getenv("KIMI_MODEL_NAME"))
}

// aliasOf returns the name under which a model is configured. Sessions record the model's own name, but the command
// line takes the configured one. The result is empty if the model is not configured here.
func aliasOf(g inject.Environment, recorded string) string {
	if recorded == "" {
		return ""
	}
	if environmentName(g) == recorded {
		return environmentModel
	}
	s, err := readSettings(g.Store.Root)
	if err != nil {
		return ""
	}
	if s.Models[s.DefaultModel].Name == recorded {
		return s.DefaultModel
	}
	found := ""
	for alias, m := range s.Models {
		if m.Name == recorded && (found == "" || alias < found) {
			found = alias
		}
	}
	return found
}

// modelOption returns the model that the arguments name, or the empty string.
func modelOption(arguments []string) string {
	named := ""
	for i, argument := range arguments {
		if value, ok := strings.CutPrefix(argument, "--model="); ok {
			named = value
		} else if (argument == "-m" || argument == "--model") && i+1 < len(arguments) {
			named = arguments[i+1]
		}
	}
	return named
}
