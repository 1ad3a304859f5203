package clido

import (
	"path/filepath"
	"runtime"

	"stead/adapters/adapter"
)

// Name is the CLI's name in references and in native records.
const Name = "clido"

// Info describes the CLI. It works with models of any vendor. The facts are from the source of the version in Tested.
func Info() adapter.Info {
	return adapter.Info{Name: Name, Title: "clido", HomeVariable: "CLIDO_SESSION_DIR", Tested: []string{"1.0.15"},
		Signature: "JSON lines, the first of type meta with session_id, schema_version and project_path"}
}

// Root returns the folder of the sessions. With $CLIDO_SESSION_DIR, all sessions lie side by side in that folder.
// Otherwise it is a folder in the data folder, with a subfolder for each project.
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
