package opencode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/opencode"
	"stead/inject"
	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// settings are the parts of OpenCode's configuration that determine the model, and whether it loads plugins.
type settings struct {
	Model string
	// Agent holds the models of single agents, which take precedence over the general one.
	Agent    map[string]struct{ Model string }
	Provider map[string]json.RawMessage
	Plugin   anyPlugin
}

// anyPlugin reports that one of the files names a plugin. OpenCode joins the lists of all files.
type anyPlugin bool

// UnmarshalJSON implements [json.Unmarshaler].
func (a *anyPlugin) UnmarshalJSON(list []byte) error {
	var plugins []json.RawMessage
	if err := json.Unmarshal(list, &plugins); err != nil || len(plugins) > 0 {
		*a = true // OpenCode itself reports faults in a list
	}
	return nil
}

// agent is the agent that continues converted sessions.
const agent = "build"

// Configured returns the model with which OpenCode would begin a session: the one in the user's own arguments, its
// agent's, the configuration's, or else the last one used, if its provider is known. The model that OpenCode would
// choose itself is unknown.
func (Driver) Configured(g inject.Environment) inject.Model {
	named := modelOption(g.Arguments)
	if s, err := readSettings(g); err == nil && named == "" {
		named = s.Agent[agent].Model
		if named == "" {
			named = s.Model
		}
		if named = substituted(named, g.Host.Getenv); named == "" {
			named = lastUsed(g, s)
		}
	}
	provider, _, ok := strings.Cut(named, "/")
	if !ok {
		return inject.Model{}
	}
	return inject.Model{Provider: provider, Name: named}
}

// modelOption returns the model that the arguments name, or the empty string.
func modelOption(arguments []string) string {
	named := ""
	for i, argument := range arguments {
		for _, option := range []string{"-m", "--model"} {
			if value, ok := strings.CutPrefix(argument, option+"="); ok {
				named = value
			} else if argument == option && i+1 < len(arguments) {
				named = arguments[i+1]
			}
		}
	}
	return named
}

// variable matches a reference to an environment variable in the configuration.
var variable = lazy.Regexp(`\{env:([^}]+)\}`)

func substituted(text string, getenv func(string) string) string {
	return variable().ReplaceAllStringFunc(text, func(found string) string {
		return getenv(variable().FindStringSubmatch(found)[1])
	})
}

// readSettings reads the configuration in OpenCode's own order: the user's, the file that the environment names, the
// project's from its root down, and the environment's own. Later settings take precedence.
func readSettings(g inject.Environment) (settings, error) {
	var s settings
	user := opencode.ConfigFolder(g.Host)
	paths := []string{filepath.Join(user, "config.json"), filepath.Join(user, "opencode.json"),
		filepath.Join(user, "opencode.jsonc")}
	if named := g.Host.Getenv("OPENCODE_CONFIG"); named != "" {
		paths = append(paths, named)
	}
	if g.Host.Getenv("OPENCODE_DISABLE_PROJECT_CONFIG") == "" {
		paths = append(paths, projectFiles(g.Dir)...)
	}
	if folder := g.Host.Getenv("OPENCODE_CONFIG_DIR"); folder != "" {
		paths = append(paths, both(folder)...)
	}
	for _, path := range paths {
		content, err := regular.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = json.Unmarshal(plainJSON(content), &s)
		}
		if err != nil {
			return s, fmt.Errorf("%s cannot be read: %w", path, err)
		}
	}
	if content := g.Host.Getenv("OPENCODE_CONFIG_CONTENT"); content != "" {
		if err := json.Unmarshal(plainJSON([]byte(content)), &s); err != nil {
			return s, fmt.Errorf("OPENCODE_CONFIG_CONTENT cannot be read: %w", err)
		}
	}
	return s, nil
}

// projectFiles returns the project's configuration files: first those in its folders, then those in their .opencode
// folders, each from the repository's root down.
func projectFiles(dir string) []string {
	folders := projectFolders(dir)
	var files []string
	for _, folder := range folders {
		files = append(files, both(folder)...)
	}
	for _, folder := range folders {
		files = append(files, both(filepath.Join(folder, ".opencode"))...)
	}
	return files
}

// projectFolders returns a folder and the folders above it, from the repository's root down. It returns none for an
// empty path.
func projectFolders(dir string) []string {
	if dir == "" {
		return nil
	}
	var folders []string
	for at := dir; ; at = filepath.Dir(at) {
		folders = append(folders, at)
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil || at == filepath.Dir(at) {
			break
		}
	}
	slices.Reverse(folders)
	return folders
}

func both(folder string) []string {
	return []string{filepath.Join(folder, "opencode.json"), filepath.Join(folder, "opencode.jsonc")}
}

// lastUsed returns the last model used in the terminal. Like OpenCode, it skips a model whose provider is no longer set
// up.
func lastUsed(g inject.Environment, s settings) string {
	var state struct {
		Recent []struct{ ProviderID, ModelID string }
	}
	if !readJSON(filepath.Join(opencode.StateFolder(g.Host), "model.json"), &state) {
		return ""
	}
	var signedIn map[string]json.RawMessage
	readJSON(filepath.Join(opencode.DataFolder(g.Host), "auth.json"), &signedIn)
	for _, m := range state.Recent {
		_, configured := s.Provider[m.ProviderID]
		_, known := signedIn[m.ProviderID]
		if (configured || known) && m.ModelID != "" {
			return m.ProviderID + "/" + m.ModelID
		}
	}
	return ""
}

func readJSON(path string, into any) bool {
	content, err := regular.ReadFile(path)
	return err == nil && json.Unmarshal(content, into) == nil
}

// plainJSON converts JSON with comments and trailing commas to plain JSON.
func plainJSON(content []byte) []byte {
	var plain []byte
	for at := 0; at < len(content); {
		switch c := content[at]; {
		case c == '"':
			end := at + 1
			for end < len(content) && content[end] != '"' {
				if content[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(content))
			plain = append(plain, content[at:end]...)
			at = end
		case bytes.HasPrefix(content[at:], []byte("//")):
			at = after(content, at, "\n")
		case bytes.HasPrefix(content[at:], []byte("/*")):
			at = after(content, at, "*/")
		default:
			if c == '}' || c == ']' {
				plain = bytes.TrimSuffix(bytes.TrimRight(plain, " \t\r\n"), []byte(","))
			}
			plain = append(plain, c)
			at++
		}
	}
	return plain
}

// after returns the offset after the next occurrence of a text.
func after(content []byte, at int, text string) int {
	found := bytes.Index(content[at:], []byte(text))
	if found < 0 {
		return len(content)
	}
	return at + found + len(text)
}
