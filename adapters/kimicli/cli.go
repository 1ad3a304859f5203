package kimicli

import (
	"strconv"
	"strings"

	"stead/adapters/adapter"
)

// Name is how references name the CLI, and what native records say.
const Name = "kimi-cli"

// TestedVersion is the newest version that the facts in this package were checked with, and the last that starts.
const TestedVersion = "1.51.0"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Kimi CLI", Vendor: "moonshot", TakesThinking: true,
		HomeVariable: "KIMI_SHARE_DIR", Tested: []string{TestedVersion},
		Signature: "a session's folder, or its context.jsonl: JSON lines with a role, or _system_prompt or _checkpoint for one"}
}

// Root returns the CLI's home: $KIMI_SHARE_DIR, else ~/.kimi.
func Root(host adapter.Host) string { return host.Folder("KIMI_SHARE_DIR", ".kimi") }

// lastMinor is the minor version of 1.x after which the program only says that it is no longer maintained.
const lastMinor = 51

// IsRetired reports whether a version of the program starts no session any more. An unknown version is taken for one
// that does.
func IsRetired(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(minor)
	return major == "1" && err == nil && n > lastMinor
}
