package kimicli

import (
	"strconv"
	"strings"

	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "kimi-cli"

// TestedVersion is the newest version that the facts in this package were checked with. It is also the last version
// that starts sessions.
const TestedVersion = "1.51.0"

// Info describes the CLI.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "Kimi CLI", Vendor: "moonshot", TakesThinking: true,
		HomeVariable: "KIMI_SHARE_DIR", Tested: []string{TestedVersion},
		Signature: "a session's folder, or its context.jsonl: JSON lines with a role, or _system_prompt or _checkpoint for one"}
}

// Root returns the CLI's home: $KIMI_SHARE_DIR, else ~/.kimi.
func Root(host adapter.Host) string { return host.Folder("KIMI_SHARE_DIR", ".kimi") }

// lastMinor is the last minor version of 1.x that works. Later versions only print that the program is no longer
// maintained.
const lastMinor = 51

// IsRetired reports whether a version of the program no longer starts sessions. It returns false for an unknown
// version.
func IsRetired(version string) bool {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(minor)
	return major == "1" && err == nil && n > lastMinor
}
