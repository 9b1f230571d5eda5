#!/bin/sh
# Installs Roundtable from this folder; no root is needed for the usual place.
#
#     ./install.sh                 below ~/.local
#     ./install.sh --prefix DIR    below another folder, such as /usr/local
#     ./install.sh --uninstall     takes it away again; sessions and settings stay
set -eu

name=roundtable-desk
prefix=${HOME:-}/.local
verb=install
usage() { sed -n '2,6s/^# \{0,1\}//p' "$0"; }
fail() { printf '%s\n' "$1" >&2; exit 2; }

while [ $# -gt 0 ]; do
    case $1 in
        --prefix) [ $# -gt 1 ] || fail "--prefix needs a folder."; prefix=$2; shift ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --uninstall) verb=uninstall ;;
        -h | --help) usage; exit 0 ;;
        *) fail "$1 is no option. Give --prefix DIR, --uninstall or nothing." ;;
    esac
    shift
done
case $prefix in
    /*) ;;
    *) prefix=$(pwd)/$prefix ;;
esac
list=$prefix/lib/$name/installed-files

refresh() {
    # Menus and file types are read anew; a system without these programs does so by itself.
    if command -v update-desktop-database >/dev/null 2>&1; then
        update-desktop-database "$prefix/share/applications" >/dev/null 2>&1 || :
    fi
    if command -v update-mime-database >/dev/null 2>&1; then
        update-mime-database "$prefix/share/mime" >/dev/null 2>&1 || :
    fi
}

remove() {
    # Only what was put there: the list was written by the installation.
    while IFS= read -r file; do
        [ -z "$file" ] || rm -f -- "$prefix/$file"
    done <"$list"
    sed 's,/[^/]*$,,' "$list" | sort -ru | while IFS= read -r folder; do
        while [ -n "$folder" ] && rmdir -- "$prefix/$folder" 2>/dev/null; do
            case $folder in */*) folder=${folder%/*} ;; *) folder= ;; esac
        done
    done
    rm -rf -- "$prefix/lib/$name"
    rmdir -- "$prefix/lib" 2>/dev/null || :
    if [ -d "$prefix/share/mime" ]; then refresh; fi
}

if [ "$verb" = uninstall ]; then
    [ -f "$list" ] || fail "Roundtable is not installed below $prefix. If it is elsewhere, add --prefix DIR."
    remove
    printf 'Roundtable was removed from %s. Sessions and settings stay where they are.\n' "$prefix"
    exit 0
fi

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ -d "$here/files/lib/$name" ] || fail "The program is not beside install.sh. Unpack the whole archive, then run it there."
mkdir -p -- "$prefix" 2>/dev/null || fail "$prefix may not be written to. Give another folder: --prefix DIR."
[ -w "$prefix" ] || fail "$prefix may not be written to. Give another folder: --prefix DIR."
if [ -e "$prefix/bin/roundtable" ] && [ ! -f "$list" ]; then
    fail "$prefix/bin/roundtable is there already and was not put there by this. Give another folder: --prefix DIR."
fi
if [ -f "$list" ]; then remove; fi
cp -R -P -- "$here/files/." "$prefix/"
# Menus find the program also where its folder is not on the PATH.
desktop=$prefix/share/applications/dev.roundtable.Roundtable.desktop
sed "s,^Exec=roundtable,Exec=\"$prefix/bin/roundtable\"," "$here/files/share/applications/dev.roundtable.Roundtable.desktop" >"$desktop"
(cd -- "$here/files" && find . ! -type d) | sed 's,^\./,,' >"$list"
refresh
printf 'Roundtable is installed. Open it from the menu, or with:\n    %s/bin/roundtable\n' "$prefix"
case :${PATH:-}: in
    *:"$prefix/bin":*) ;;
    *) printf 'To type only “roundtable”, add %s/bin to your PATH.\n' "$prefix" ;;
esac
