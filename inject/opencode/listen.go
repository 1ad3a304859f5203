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

// The types of events that report what a session does, and what it waits for. A headless run itself rejects what it
// would ask, and never waits.
var (
	doing   = []string{"session.status", "session.error"}
	waiting = []string{"permission.asked", "permission.replied", "question.asked", "question.replied", "question.rejected"}
)

// contentVariable holds configuration that OpenCode merges over that of its files. It joins the lists of plugins.
const contentVariable = "OPENCODE_CONFIG_CONTENT"

// listen makes OpenCode send its events to a plugin, which appends them to the events' file. OpenCode loads a plugin
// file without an installation. The plugin immediately gets the events of headless runs and of the terminal program
// alike. OpenCode's HTTP server would report the same on request, but it would need a free port. The database shows
// neither waits nor attempts (1.18.33). The user's own configuration in the variable stays. If it cannot be read,
// listen does nothing, and OpenCode reports the error.
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

// literal returns a text, or a list of texts, as a JavaScript literal.
func literal(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // every text has a JSON form
	}
	return string(text)
}

// withPlugin returns a configuration with an additional plugin.
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
