package config

import (
	"net/url"
	"path/filepath"

	"stead/internal/sys/dirs"
)

// Folders are the folders of stead's own files, according to the XDG base directory specification on every system.
// STEAD_HOME puts all of them into one folder.
type Folders struct {
	// Config holds config.yaml.
	Config string `json:"config"`
	// Data holds data worth keeping: the records of runs.
	Data string `json:"data"`
	// State holds files that can be made again.
	State string `json:"state"`
}

// File returns the path of the configuration file, which may not exist.
func (f Folders) File() string { return filepath.Join(f.Config, "config.yaml") }

// MemoryFolder returns the folder of the memory's files, which may not exist. Each tenant has its own below the
// configured one, so that one tenant's messages are never in another's files.
func (c Config) MemoryFolder() string {
	folder := c.Memory.Folder
	if folder == "" {
		folder = filepath.Join(c.Folders.Data, "memory")
	}
	if c.Memory.Tenant == "" {
		return folder
	}
	// The prefix keeps ".." and the names of the memory's own files apart from it.
	return filepath.Join(folder, "tenant-"+url.QueryEscape(c.Memory.Tenant))
}

// Locate returns the folders. It creates and reads nothing. The error is an [Error].
func Locate(in Input) (Folders, error) {
	if home := in.getenv("STEAD_HOME"); home != "" {
		folder, err := in.absolute(home)
		if err != nil {
			return Folders{}, &Error{Origin: "STEAD_HOME", Problem: err.Error(), Remedy: "give STEAD_HOME an absolute path"}
		}
		return Folders{Config: folder, Data: folder, State: folder}, nil
	}
	folders := Folders{
		Config: in.base("XDG_CONFIG_HOME", ".config"),
		Data:   in.base("XDG_DATA_HOME", ".local/share"),
		State:  in.base("XDG_STATE_HOME", ".local/state"),
	}
	if !filepath.IsAbs(folders.Config) || !filepath.IsAbs(folders.Data) || !filepath.IsAbs(folders.State) {
		return Folders{}, &Error{Origin: "HOME", Problem: "there is no home folder",
			Remedy: "set HOME, or STEAD_HOME to a folder for stead's files"}
	}
	return folders, nil
}

// base returns stead's folder in a base directory. The specification says that a relative base directory is ignored.
func (in Input) base(variable, fallback string) string {
	base := in.getenv(variable)
	if !filepath.IsAbs(base) {
		base = filepath.Join(in.Home, fallback)
	}
	return filepath.Join(base, "stead")
}

// absolute returns an absolute path for a path that is absolute or begins at the user's home.
func (in Input) absolute(path string) (string, error) {
	path = dirs.ExpandTilde(path, in.Home)
	if !filepath.IsAbs(path) {
		return "", errRelative(path)
	}
	return filepath.Clean(path), nil
}
