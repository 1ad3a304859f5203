package qwen

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"

	"stead/inject"
	"stead/internal/sys/regular"
)

// allowed says by options what is not asked about, unless the user's own arguments do: the CLI takes the mode but once.
// It bounds edits to the working folder, and commands by nothing. Without them a headless run is denied whatever would
// be asked about (0.24.4).
func allowed(l inject.Launch) []string {
	switch {
	case l.Allow == inject.AsConfigured, inject.Names(l.Arguments, "--approval-mode", "--yolo", "-y"):
		return nil
	case l.Allow == inject.Everything:
		return []string{"--approval-mode", "yolo"}
	}
	return []string{"--approval-mode", "auto-edit", "--allowed-tools=run_shell_command"}
}

// trustPath is the variable that names the file of the folders that the user has decided about.
const trustPath = "QWEN_CODE_TRUSTED_FOLDERS_PATH"

// trust has the CLI trust the folder for this start: where the user has turned that question on, nothing is allowed in
// a folder that he has not answered it for, and a headless run is not told why (0.24.4). It is given a file with his
// decisions and this one. When they cannot be read, that is left for the CLI to say.
func trust(c *inject.Command, l inject.Launch) {
	if l.Allow == inject.AsConfigured || l.Events == "" {
		return
	}
	decisions := map[string]string{}
	content, err := regular.ReadFile(cmp.Or(l.Host.Getenv(trustPath), filepath.Join(l.Store.Root, "trustedFolders.json")))
	if err == nil {
		err = json.Unmarshal(content, &decisions)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) || decisions[l.Dir] != "" {
		return
	}
	decisions[l.Dir] = "TRUST_FOLDER"
	if content, err = json.Marshal(decisions); err != nil {
		return
	}
	file := inject.File{Path: filepath.Join(filepath.Dir(l.Events), "qwen-trusted.json"), Content: content}
	c.Files = append(c.Files, file)
	c.Environment = append(c.Environment, trustPath+"="+file.Path)
}
