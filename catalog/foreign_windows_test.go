package catalog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/windows"
)

func TestWhoElseMayWriteIsSaid(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "session")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, dir} {
		if doubt := doubtOf(path); doubt != "" {
			t.Errorf("%s", doubt)
		}
		allow(t, path, windows.GENERIC_READ|windows.GENERIC_EXECUTE)
		if doubt := doubtOf(path); doubt != "" {
			t.Errorf("when all may read it: %s", doubt)
		}
		allow(t, path, windows.GENERIC_ALL)
		if doubt := doubtOf(path); !strings.Contains(doubt, "may write to "+path) {
			t.Errorf("when all may write to %s: %q", path, doubt)
		}
	}
	if doubt := doubtOf(filepath.Join(dir, "none")); !strings.Contains(doubt, "cannot tell") {
		t.Errorf("of a file that is not there: %q", doubt)
	}
}

// allow gives rights to everybody, and all rights to the user.
func allow(t *testing.T, path string, rights windows.ACCESS_MASK) {
	t.Helper()
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		t.Fatal(err)
	}
	everybody, err := windows.CreateWellKnownSid(windows.WinWorldSid)
	if err != nil {
		t.Fatal(err)
	}
	var rules []windows.EXPLICIT_ACCESS
	of := map[*windows.SID]windows.ACCESS_MASK{me.User.Sid: windows.GENERIC_ALL, everybody: rights}
	for account, rights := range of {
		rules = append(rules, windows.EXPLICIT_ACCESS{AccessPermissions: rights, AccessMode: windows.GRANT_ACCESS,
			Trustee: windows.TRUSTEE{TrusteeForm: windows.TRUSTEE_IS_SID,
				TrusteeValue: windows.TrusteeValueFromSID(account)}})
	}
	list, err := windows.ACLFromEntries(rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := windows.SetNamedSecurityInfo(path, windows.SE_FILE_OBJECT,
		windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil,
		list, nil); err != nil {
		t.Fatal(err)
	}
}
