package git

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// local are the variables that belong to one git command and what it has started (git rev-parse --local-env-vars), and
// those that change what is written. One who starts stead from a hook has the first.
var local = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT",
	"GIT_OBJECT_DIRECTORY", "GIT_DIR",
	"GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS",
	"GIT_REPLACE_REF_BASE",
	"GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
	"GIT_LITERAL_PATHSPECS",
	"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_INTERNAL_SUPER_PREFIX",
	"GIT_QUARANTINE_PATH",
}

func (g Dir) environ() []string {
	environ := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(local, name)
	})
	environ = append(environ, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	if g.Index != "" {
		environ = append(environ, "GIT_INDEX_FILE="+g.Index)
	}
	if g.Wary {
		// a partial clone and LFS fetch by themselves
		environ = append(environ, "GIT_ALLOW_PROTOCOL=none", "GIT_LFS_SKIP_SMUDGE=1")
	}
	if g.objects != "" {
		environ = append(environ, "GIT_OBJECT_DIRECTORY="+g.objects, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+quoted(g.own))
	}
	return append(environ, g.identity...)
}

// quoted has a path stand for itself where colons separate paths.
func quoted(path string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(path) + `"`
}

// Quarantine returns git that puts new objects into a folder beside the repository's own. The error is that of a folder
// that is no repository.
func (g Dir) Quarantine(ctx context.Context, folder string) (Dir, error) {
	own, err := g.Line(ctx, "rev-parse", "--git-path", "objects")
	if err == nil && !filepath.IsAbs(own) {
		own = filepath.Join(g.Path, own)
	}
	g.objects, g.own = folder, own
	return g, err
}

// Signer returns git as somebody: the user, or stead where git does not know the user's name.
func (g Dir) Signer(ctx context.Context) Dir {
	if _, err := g.Line(ctx, "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"); err != nil {
		g.identity = []string{
			"GIT_AUTHOR_NAME=stead", "GIT_AUTHOR_EMAIL=stead@localhost", "GIT_COMMITTER_NAME=stead",
			"GIT_COMMITTER_EMAIL=stead@localhost",
		}
	}
	return g
}
