package filestat

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/windows"
)

// change are the rights with which an account can change what is in a file or a folder, or get the right to do so.
const change = windows.FILE_WRITE_DATA | windows.FILE_APPEND_DATA | deleteChild | windows.DELETE | windows.WRITE_DAC |
	windows.WRITE_OWNER | windows.GENERIC_WRITE | windows.GENERIC_ALL

const deleteChild = 0x40 // FILE_DELETE_CHILD, which the library does not name

// errRule says that a rule is of a kind that files do not have by themselves.
var errRule = errors.New("it has a rule of access that stead does not know")

// Access reports whether a file or folder belongs to this user or the administrators, and which account may change it
// besides them and the system. Other is empty if there is none.
func Access(path string) (isOwn bool, other string, err error) {
	const wanted = windows.OWNER_SECURITY_INFORMATION | windows.DACL_SECURITY_INFORMATION
	security, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, wanted)
	if err != nil {
		return false, "", err
	}
	me, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return false, "", err
	}
	owner, _, err := security.Owner()
	if err != nil {
		return false, "", err
	}
	rules, _, err := security.DACL()
	if err != nil {
		return false, "", err
	}
	other, err = firstOther(rules, me.User.Sid)
	return isTrusted(owner, me.User.Sid), other, err
}

// firstOther returns the first account in rules that may change the file, and is not trusted.
func firstOther(rules *windows.ACL, me *windows.SID) (string, error) {
	if rules == nil {
		return "everybody", nil
	}
	for i := range rules.AceCount {
		var rule *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(rules, uint32(i), &rule); err != nil {
			return "", err
		}
		switch {
		case rule.Header.AceType == windows.ACCESS_DENIED_ACE_TYPE,
			rule.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0: // it is for what will be in the folder
			continue
		case rule.Header.AceType != windows.ACCESS_ALLOWED_ACE_TYPE:
			return "", errRule
		}
		account := (*windows.SID)(unsafe.Pointer(&rule.SidStart))
		if rule.Mask&change != 0 && !isTrusted(account, me) {
			return nameOf(account), nil
		}
	}
	return "", nil
}

// isTrusted reports whether an account can change all files of this user anyway. The rights of an owner are those of
// this user, because other owners are not trusted.
func isTrusted(account, me *windows.SID) bool {
	return account.Equals(me) || account.IsWellKnown(windows.WinLocalSystemSid) ||
		account.IsWellKnown(windows.WinBuiltinAdministratorsSid) || account.IsWellKnown(windows.WinCreatorOwnerRightsSid)
}

func nameOf(account *windows.SID) string {
	if name, domain, _, err := account.LookupAccount(""); err == nil {
		if domain == "" {
			return name
		}
		return domain + `\` + name
	}
	return account.String()
}
