package gemini

import (
	"path/filepath"

	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "gemini"

// TestedVersion is the newest version that the facts in this package were checked with.
const TestedVersion = "0.61.0"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Gemini CLI", Vendor: "google", HomeVariable: "GEMINI_CLI_HOME",
		Tested:    []string{TestedVersion},
		Signature: "JSON lines, the first with sessionId, projectHash and startTime; of old versions one JSON object"}
}

// Root returns the CLI's home: .gemini in the user's home, or in the folder that $GEMINI_CLI_HOME names instead.
func Root(host adapter.Host) string {
	home := host.Getenv("GEMINI_CLI_HOME")
	if home == "" {
		home = host.Home
	}
	return filepath.Join(home, ".gemini")
}
