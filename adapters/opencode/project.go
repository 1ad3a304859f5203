package opencode

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // the CLI's own rule; nothing is secured by it
	"encoding/hex"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"stead/internal/sys/lazy"
	"stead/internal/sys/regular"
)

// Project groups sessions: it is a repository, wherever its folders are.
type Project struct {
	ID string
	// Worktree is the folder of the repository's files, or / outside of a repository.
	Worktree string
	// VCS is git, or empty.
	VCS string
}

// globalProject is the project of all folders outside of repositories.
const globalProject = "global"

// ProjectOf returns the project of a folder by the CLI's own rules: from the URL of the remote origin, else from the id
// that the CLI stored in the repository, else from the oldest commit.
func ProjectOf(ctx context.Context, dir string) Project {
	worktree, store := repository(dir)
	if store == "" {
		return Project{ID: globalProject, Worktree: "/"}
	}
	p := Project{ID: remoteID(originOf(store)), Worktree: worktree, VCS: "git"}
	if p.ID == "" {
		noted, _ := regular.ReadFile(filepath.Join(store, "opencode"))
		p.ID = string(bytes.TrimSpace(noted))
	}
	if p.ID == "" {
		p.ID = rootCommit(ctx, worktree)
	}
	if p.ID == "" {
		p.ID = globalProject
	}
	return p
}

// RecordedProject returns the project that a session's row names.
func RecordedProject(session Row) Project {
	p := Project{ID: session.Get("project_id").String(), Worktree: session.Get("directory").String()}
	if p.ID == globalProject {
		p.Worktree = "/"
		return p
	}
	p.VCS = "git"
	if path := session.Get("path").String(); path != "" {
		p.Worktree = strings.TrimSuffix(p.Worktree, "/"+path)
	}
	return p
}

// Relative returns the path that the project's sessions use for a folder.
func (p Project) Relative(dir string) string {
	relative, err := filepath.Rel(p.Worktree, dir)
	if err != nil || relative == "." {
		return ""
	}
	return filepath.ToSlash(relative)
}

// repository returns the folder of the files of the repository around dir, and the folder of git's own data. Both are
// empty outside of a repository.
func repository(dir string) (worktree, store string) {
	for at := dir; ; at = filepath.Dir(at) {
		path := filepath.Join(at, ".git")
		if info, err := os.Stat(path); err == nil {
			if info.IsDir() {
				return at, path
			}
			return at, linkedStore(path)
		}
		if at == filepath.Dir(at) {
			return "", ""
		}
	}
}

// linkedStore returns the common folder of git's data, given the file .git of a linked worktree.
func linkedStore(file string) string {
	content, err := regular.ReadFile(file)
	if err != nil {
		return ""
	}
	store := resolved(filepath.Dir(file), strings.TrimPrefix(strings.TrimSpace(string(content)), "gitdir: "))
	common, err := regular.ReadFile(filepath.Join(store, "commondir"))
	if err != nil {
		return store
	}
	return resolved(store, strings.TrimSpace(string(common)))
}

func resolved(folder, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// originOf returns the URL of the remote origin.
func originOf(store string) string {
	config, err := regular.ReadFile(filepath.Join(store, "config"))
	if err != nil {
		return ""
	}
	inOrigin := false
	for lines := bufio.NewScanner(bytes.NewReader(config)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			inOrigin = line == `[remote "origin"]`
		}
		name, value, ok := strings.Cut(line, "=")
		if inOrigin && ok && strings.TrimSpace(name) == "url" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// shellAddress matches the short form of a remote's URL: git@example.org:acme/demo.git.
var shellAddress = lazy.Regexp(`^([^@/:]+@)?([^/:]+):(.+)$`)

// remoteID returns the id of a project with a remote. It is empty if there is no remote, and for a remote that is a
// folder.
func remoteID(address string) string {
	var host, path string
	if u, err := url.Parse(address); err == nil && u.Scheme != "" {
		if u.Scheme == "file" {
			return ""
		}
		host, path = u.Hostname(), u.EscapedPath()
	} else if parts := shellAddress().FindStringSubmatch(address); parts != nil {
		host, path = parts[2], parts[3]
	}
	path = strings.TrimLeft(path, "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, "/"), ".git")
	path = strings.TrimRight(path, "/")
	if host == "" || path == "" {
		return ""
	}
	sum := sha1.Sum([]byte("git-remote:" + strings.ToLower(host) + "/" + path)) //nolint:gosec // see the import
	return hex.EncodeToString(sum[:])
}

// rootCommit returns the root commit whose hash sorts first. It returns the empty string if git fails or is not
// installed.
func rootCommit(ctx context.Context, worktree string) string {
	output, err := exec.CommandContext(ctx, "git", "-C", worktree, "rev-list", "--max-parents=0", "HEAD").Output()
	if err != nil {
		return ""
	}
	commits := strings.Fields(string(output))
	if len(commits) == 0 {
		return ""
	}
	return slices.Min(commits)
}
