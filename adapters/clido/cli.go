package clido

import (
	"path/filepath"
	"runtime"

	"stead/adapters/adapter"
)

// Name is how references name the CLI, and what native records say.
const Name = "clido"

// Info describes the CLI. It talks to anybody's models. The version is the one whose source the facts are from.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "clido", HomeVariable: "CLIDO_SESSION_DIR", Tested: []string{"1.0.15"},
		Signature: "JSON lines, the first of type meta with session_id, schema_version and project_path"}
}

// Root returns the folder of the sessions: $CLIDO_SESSION_DIR, in which all lie side by side, or that of the data
// folder, in which each project has a folder.
func Root(host adapter.Host) string {
	if folder := host.Getenv("CLIDO_SESSION_DIR"); folder != "" {
		return folder
	}
	return filepath.Join(dataFolder(host), sessionsFolder)
}

func dataFolder(host adapter.Host) string {
	if folder := host.Getenv("CLIDO_DATA_DIR"); folder != "" {
		return folder
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(host.Home, "Library", "Application Support", "clido")
	}
	if folder := host.Getenv("XDG_DATA_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "clido")
	}
	return filepath.Join(host.Home, ".local", "share", "clido")
}
