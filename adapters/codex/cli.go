package codex

import (
	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "codex"

// TestedVersion is the newest version that the facts in this package were checked with.
const TestedVersion = "0.171.0"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Codex", Vendor: "openai", TellsDurations: true, HomeVariable: "CODEX_HOME",
		Tested:    []string{"0.169.0", TestedVersion},
		Signature: "JSON lines with a timestamp, a type (the first: session_meta) and a payload"}
}

// Root returns the CLI's home: $CODEX_HOME, or else ~/.codex.
func Root(host adapter.Host) string { return host.Folder("CODEX_HOME", ".codex") }
