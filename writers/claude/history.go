package claude

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"stead/adapters/claude"
	"stead/internal/adapt/jsonl"
	"stead/writers"
)

// maxBackup is how large the backup of a file may be, in bytes: what the CLI edits is text.
const maxBackup = 64 << 20

// backups are the sessions that have the backups of files which snapshots name.
type backups map[string]string

// note remembers the backups of files that a snapshot names: /rewind restores the files from them.
func (b backups) note(snapshot jsonl.Value, session string) {
	for _, backup := range jsonl.Members(snapshot.Get("trackedFileBackups")) {
		if name := backup.Get("backupFileName").String(); name != "" {
			b[name] = session
		}
	}
}

// copy gives a copy of a session under another id the backups that its snapshots name: the CLI looks for them in a
// folder of that id (observed with 2.1.197). One that cannot be copied is a loss, as the session is whole without it.
func (b backups) copy(files *writers.Files, plan writers.Plan, losses *writers.Losses) error {
	target, isStored := claude.HistoryFolder(plan.Path, plan.ID)
	for _, name := range slices.Sorted(maps.Keys(b)) {
		var err error = &lostBackup{"the folder of its session is not known"}
		if source, ok := claude.HistoryFolder(plan.Path, b[name]); ok && isStored {
			err = copyBackup(files, source, target, name)
		}
		var lost *lostBackup
		if errors.As(err, &lost) {
			losses.Add("undo of a file", "its backup stays behind: "+lost.why)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// lostBackup says why a backup is not copied.
type lostBackup struct{ why string }

func (l *lostBackup) Error() string { return l.why }

// copyBackup copies a backup, unless the new folder has it. It follows no link and opens nothing but regular files.
func copyBackup(files *writers.Files, source, target, name string) error {
	if name != filepath.Base(name) || name == "." || name == ".." {
		return &lostBackup{"its name cannot be a file name"}
	}
	path := filepath.Join(target, name)
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	folder, err := os.Lstat(source)
	if err != nil || !folder.IsDir() {
		return &lostBackup{"it no longer exists"}
	}
	before, err := os.Lstat(filepath.Join(source, name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &lostBackup{"it no longer exists"}
	case err != nil:
		return &lostBackup{"it cannot be read"}
	case !before.Mode().IsRegular():
		return &lostBackup{"it is not a regular file"}
	case before.Size() > maxBackup:
		return &lostBackup{fmt.Sprintf("it is larger than %d MB", maxBackup>>20)}
	}
	file, err := os.Open(filepath.Join(source, name))
	if err != nil {
		return &lostBackup{"it cannot be read"}
	}
	defer file.Close()
	if now, err := file.Stat(); err != nil || !os.SameFile(before, now) {
		return &lostBackup{"it was replaced while it was read"}
	}
	dst, err := files.Create(path)
	if err == nil {
		_, err = io.Copy(dst, io.LimitReader(file, maxBackup))
	}
	return err
}
