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

// allowed returns the options that turn off questions, unless the user's own arguments do, because the CLI accepts the
// mode only once. It limits edits to the working folder, and does not limit commands. Without these options, a headless
// run denies every call about which it would ask (0.24.4).
func allowed(l inject.Launch) []string {
	switch {
	case l.Allow == inject.AsConfigured, inject.Names(l.Arguments, "--approval-mode", "--yolo", "-y"):
		return nil
	case l.Allow == inject.Everything:
		return []string{"--approval-mode", "yolo"}
	}
	return []string{"--approval-mode", "auto-edit", "--allowed-tools=run_shell_command"}
}

// trustPath is the variable that names the file with the user's decisions on folders.
const trustPath = "QWEN_CODE_TRUSTED_FOLDERS_PATH"

// trust makes the CLI trust the folder for this start. If the user has turned on folder trust, the CLI allows nothing
// in a folder without a decision, and a headless run does not report the reason (0.24.4). The CLI gets a file with the
// user's decisions and this one. If the decisions cannot be read, trust does nothing, and the CLI reports the error.
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
