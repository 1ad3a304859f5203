package travel

import (
	"net/url"
	"strings"

	"stead/internal/sys/lazy"
)

// scpForm is git's short form of ssh: user@host:path.
var scpForm = lazy.Regexp(`^(?:[^@/:]+@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):([^:].*)$`)

// Normalize returns a remote as HOST/PATH, the same for all forms of its URL, in small letters, without user, password,
// port and ".git". It returns nothing for what means something on one machine only, as a path does, and for what has
// git start a program.
func Normalize(remote string) string {
	if strings.Contains(remote, "://") {
		u, err := url.Parse(remote)
		if err != nil || !isWeb(u.Scheme) {
			return ""
		}
		return joined(u.Hostname(), u.Path)
	}
	if m := scpForm().FindStringSubmatch(remote); m != nil && len(m[1]) > 1 { // one letter is a drive
		return joined(strings.Trim(m[1], "[]"), m[2])
	}
	return ""
}

func isWeb(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "https", "http", "ssh", "git", "git+ssh", "ssh+git":
		return true
	}
	return false
}

func joined(host, path string) string {
	path = strings.TrimSuffix(strings.Trim(path, "/"), ".git")
	if path = strings.Trim(path, "/"); host == "" || path == "" {
		return ""
	}
	return strings.ToLower(host + "/" + path)
}
