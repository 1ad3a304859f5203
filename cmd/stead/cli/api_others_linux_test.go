package cli

import (
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// Another user of the machine can reach the server's port, and gets nothing by that, nor by what the server leaves on
// the disk or shows in the list of processes.
func TestOtherUsersOfTheMachineGetNothing(t *testing.T) {
	home := t.TempDir()
	address, token := apiServerIn(t, home)
	client, key := enter(t, address, token)
	var draft struct{ ID string }
	if status := post(t, client, address+"/drafts", `{"session":"claude:latest"}`, key,
		&draft); status != http.StatusAccepted {
		t.Fatalf("a draft is %d", status)
	}
	said := []string{token, key}
	for _, folder := range []string{".local/state/stead", ".local/share/stead"} {
		files := 0
		err := filepath.WalkDir(filepath.Join(home, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return nil // it is gone
			}
			files++
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("others can reach %s: %s", path, info.Mode())
			}
			if text, err := os.ReadFile(path); err == nil {
				for _, secret := range said {
					if strings.Contains(string(text), secret) {
						t.Errorf("%s has a secret in it", path)
					}
				}
			}
			return nil
		})
		if err != nil || files < 2 {
			t.Errorf("%s has %d files, %v", folder, files, err)
		}
	}
	processes, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(processes) == 0 {
		t.Fatalf("no processes are seen: %v", err)
	}
	for _, process := range processes {
		line, _ := os.ReadFile(process)
		for _, secret := range said {
			if strings.Contains(string(line), secret) {
				t.Errorf("%s shows a secret", process)
			}
		}
	}
	othersAreRefused(t, home, address)
}

// othersAreRefused tries what another user can. Only root can be one.
func othersAreRefused(t *testing.T, home, address string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Log("this user cannot be another one")
		return
	}
	for path := home; path != "/"; path = filepath.Dir(path) { // that it is not the folders above that keep others out
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o005 != 0o005 &&
			strings.HasPrefix(path, os.TempDir()+"/") {
			if err := os.Chmod(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	const nobody = 65534
	as := func(program string, arguments ...string) (out string, err error) {
		command := exec.Command(program, arguments...)
		command.Dir, command.Env = "/", []string{"PATH=/usr/bin:/bin"}
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		text, err := command.CombinedOutput()
		return string(text), err
	}
	if out, err := as("ls", home); err != nil {
		t.Fatalf("the test proves nothing: another user cannot come as far as the home: %v %s", err, out)
	}
	for _, path := range []string{".local/state/stead/audit.jsonl", ".local/state/stead/catalog.db",
		".local/share/stead/drafts"} {
		if out, err := as("ls", filepath.Join(home, path)); err == nil {
			t.Errorf("another user sees %s: %s", path, out)
		}
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Log("curl is not installed")
		return
	}
	for _, secrets := range [][]string{nil, {"-H", "Stead-Key: guessed"},
		{"-H", "Stead-Key: guessed", "-H", "Cookie: stead-" + port(address) + "=guessed"}} {
		out, err := as("curl", append([]string{"-s", "-o", "/dev/null", "-w", "%{http_code}", address + "/sessions"},
			secrets...)...)
		if status, _ := strconv.Atoi(out); err != nil || status != http.StatusUnauthorized {
			t.Errorf("with %q another user gets %s, %v", secrets, out, err)
		}
	}
}

// port is that of an address.
func port(address string) string {
	_, after, _ := strings.Cut(strings.TrimPrefix(address, "http://"), ":")
	number, _, _ := strings.Cut(after, "/")
	return number
}
