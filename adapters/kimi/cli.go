package kimi

import (
	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "kimi"

// TestedVersion is the newest version that the facts in this package were checked with.
const TestedVersion = "2.1.0"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Kimi Code", Vendor: "moonshot", TellsDurations: true, TakesThinking: true,
		HomeVariable: "KIMI_CODE_HOME", Tested: []string{TestedVersion},
		Signature: "a session's folder, or its wire.jsonl: JSON lines, the first of type metadata with protocol_version"}
}

// Root returns the CLI's home: $KIMI_CODE_HOME, else ~/.kimi-code.
func Root(host adapter.Host) string { return host.Folder("KIMI_CODE_HOME", ".kimi-code") }
