package opencode

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"stead/inject"
)

//go:embed listener.js
var listener string

// The types of events that say what a session does, and what it waits for. A headless run rejects what it asks by
// itself, and waits for nobody.
var (
	doing   = []string{"session.status", "session.error"}
	waiting = []string{"permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected"}
)

// contentVariable holds configuration that OpenCode lays over that of its files; lists of plugins are joined.
const contentVariable = "OPENCODE_CONFIG_CONTENT"

// listen has OpenCode tell its events to a plugin, which appends them to the events' file. A plugin that is a file is
// loaded as it is; it gets the events of headless runs and of the terminal alike, in
// the moment in which they come. Its HTTP server would report the same on request, but a port must be found and kept
// for it; and the database does not tell of waits and of attempts (1.18.33). A user's own configuration in the variable
// stays; when it cannot be read, it is left for OpenCode to say so.
func listen(c *inject.Command, l inject.Launch) {
	if l.Events == "" {
		return
	}
	plugin := filepath.Join(filepath.Dir(l.Events), "opencode-listener.js")
	content, ok := withPlugin(l.Host.Getenv(contentVariable), plugin)
	if !ok {
		return
	}
	types := doing
	if !l.Headless {
		types = slices.Concat(doing, waiting)
	}
	variables, names := hurry(l.Environment)
	filled := strings.NewReplacer("FILE", literal(l.Events), "ANSWERS", literal(inject.Answers(l.Events)), "TYPES",
		literal(types), "GIVEN", literal(names)).Replace(listener)
	c.Files = append(c.Files, inject.File{Path: plugin, Content: []byte(filled)})
	c.Environment = append(append(c.Environment, contentVariable+"="+content), variables...)
}

// literal returns a text, or a list of them, as JavaScript has it.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts have a form in JSON
	}
	return string(text)
}

// withPlugin returns configuration with one more plugin.
func withPlugin(content, path string) (merged string, ok bool) {
	settings := map[string]any{}
	if content != "" && json.Unmarshal(plainJSON([]byte(content)), &settings) != nil {
		return "", false
	}
	plugins, _ := settings["plugin"].([]any)
	address := url.URL{Scheme: "file", Path: path}
	settings["plugin"] = append(slices.Clip(plugins), address.String())
	out, err := json.Marshal(settings)
	return string(out), err == nil
}
