# SPDX-License-Identifier: MIT
# For the scripts that run inside of the root that scripts/windows makes: names, and building what is of others.
# shellcheck shell=bash disable=SC2034 # who includes this uses them

shopt -s inherit_errexit
triplet=x86_64-w64-mingw32ucrt
sources=/sources

# An archive of others, unpacked once: unpack NAME; says where.
unpack() {
    local folder=/made/sources/$1 archive
    if [ ! -e "$folder/.unpacked" ]; then
        archive=$(compgen -G "$sources/$1_*.orig.tar.*" | head -n 1)
        rm -rf "$folder"
        mkdir -p "$folder"
        tar -xf "$archive" -C "$folder" --strip-components=1
        touch "$folder/.unpacked"
    fi
    echo "$folder"
}

# Runs a step once, with its output in a file that is shown where it fails: once NAME COMMAND...
once() {
    local name=$1
    shift
    [ ! -e "/made/done/$name" ] || return 0
    mkdir -p /made/done
    echo "-- $name"
    # Not in a condition, in which bash would ignore failures inside.
    set +e
    (
        set -e
        "$@"
    ) >"/made/done/$name.log" 2>&1
    local status=$?
    set -e
    [ $status = 0 ] || {
        tail -n 30 "/made/done/$name.log" >&2
        echo "failed: $name (/made/done/$name.log)" >&2
        exit 1
    }
    touch "/made/done/$name"
}

# pkg_config PREFIX NAME VERSION LIBS CFLAGS [VARIABLE=VALUE...]
pkg_config() {
    local prefix=$1 name=$2 version=$3 libs=$4 cflags=$5
    shift 5
    mkdir -p "$prefix/lib/pkgconfig"
    {
        printf '%s\n' "prefix=$prefix" "$@"
        printf '%s\n' "Name: $name" "Description: $name" "Version: $version" "Libs: -L$prefix/lib $libs" "Cflags: $cflags"
    } >"$prefix/lib/pkgconfig/$name.pc"
}

# Static zlib: Debian's sources lack win32/, and it is a dozen files.
build_zlib() {
    local prefix=$1 from file objects
    from=$(unpack zlib)
    objects=$(mktemp -d)
    for file in adler32 compress crc32 deflate infback inffast inflate inftrees trees uncompr zutil gzclose gzlib gzread gzwrite; do
        $triplet-gcc -O2 -c "$from/$file.c" -o "$objects/$file.o"
    done
    mkdir -p "$prefix/lib" "$prefix/include"
    rm -f "$prefix/lib/libz.a"
    (cd "$objects" && $triplet-ar rcsD "$prefix/lib/libz.a" ./*.o)
    rm -r "$objects"
    cp "$from/zlib.h" "$from/zconf.h" "$prefix/include/"
    pkg_config "$prefix" zlib 1.3.1 -lz "-I$prefix/include"
}

# Static zstd.
build_zstd() {
    local prefix=$1 from
    from=$(unpack libzstd)
    # shellcheck disable=SC2154 # whoever includes this says where the toolchain file is
    GODOT_WINDOWS_PREFIX=$prefix cmake -S "$from/build/cmake" -B /made/zstd -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib -DZSTD_BUILD_SHARED=OFF -DZSTD_BUILD_PROGRAMS=OFF \
        -DZSTD_BUILD_TESTS=OFF -DZSTD_LEGACY_SUPPORT=OFF
    cmake --build /made/zstd --target install
}

# GLib's sources, configured by its own build for Windows: configure_glib PREFIX BUILD. Its DLLs get the names that the
# official installers give them. What libraries besides GLib itself would need, which are not built, is named to it only.
configure_glib() {
    local prefix=$1 build=$2 from intl name
    from=$(unpack glib2.0)
    for name in glib gmodule gthread; do
        grep -q name_prefix "$from/$name/meson.build" ||
            sed -i "/library('$name-2.0',/,/version : library_version,/s/version : library_version,/& name_prefix : '',/" "$from/$name/meson.build"
    done
    # Messages stay English: functions of gettext that return what they get.
    intl=$from/subprojects/proxy-libintl
    mkdir -p "$intl"
    cp "$(dirname "${BASH_SOURCE[0]}")"/intl/* "$intl/"
    pkg_config "$prefix" libffi 3.4 "" ""
    [ -e "$prefix/lib/pkgconfig/libpcre2-8.pc" ] || pkg_config "$prefix" libpcre2-8 10.46 "" ""
    cat >"$build.ini" <<END
[binaries]
c = '$triplet-gcc'
cpp = '$triplet-g++'
ar = '$triplet-ar'
strip = '$triplet-strip'
windres = '$triplet-windres'
pkg-config = 'pkg-config'
[properties]
needs_exe_wrapper = true
[built-in options]
c_args = ['-I$prefix/include']
c_link_args = ['-L$prefix/lib']
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
END
    rm -rf "$build"
    PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig meson setup "$build" "$from" --cross-file "$build.ini" --prefix "$prefix" \
        --libdir lib --buildtype release -Dtests=false -Dnls=disabled -Dintrospection=disabled -Dman-pages=disabled \
        -Ddocumentation=false -Dglib_debug=disabled -Dlibmount=disabled -Dselinux=disabled --wrap-mode=nodownload
}

# The headers of GLib for Windows, as it was configured: glib_headers PREFIX BUILD
glib_headers() {
    local from=/made/sources/glib2.0 to=$1/include/glib-2.0 build=$2
    mkdir -p "$to/glib" "$to/gmodule"
    cp -r "$from/glib/deprecated" "$from"/glib/*.h "$to/glib/"
    cp "$from/glib/glib.h" "$to/"
    cp "$from/gmodule/gmodule.h" "$to/"
    cp "$from"/gmodule/gmodule*.h "$to/gmodule/"
    # Those that its build makes.
    (cd "$build" && ninja -t targets all | sed -n 's,^\(\(glib\|gmodule\)/[a-z-]*\.h\): .*,\1,p' | xargs ninja)
    mv "$build/glib/glibconfig.h" "$to/"
    cp "$build"/glib/*.h "$to/glib/"
    cp "$build"/gmodule/*.h "$to/gmodule/"
}

# The import library of a DLL from what the library of Linux exports, which Wireshark and GLib declare the same for all
# systems: import_library PREFIX SHARED-LIBRARY NAME DLL
import_library() {
    local prefix=$1 library=$2 name=$3 dll=$4
    mkdir -p "$prefix/lib"
    {
        printf 'LIBRARY "%s"\nEXPORTS\n' "$dll"
        nm -D --defined-only "$library" | LC_ALL=C awk '
            { name = $NF; sub(/@.*/, "", name) }
            name == "_init" || name == "_fini" || seen[name]++ { next }
            $(NF - 1) ~ /[BDRVbdr]/ { name = name " DATA" }
            { print "    " name }'
    } >"$prefix/lib/$name.def"
    $triplet-dlltool --deterministic-libraries -d "$prefix/lib/$name.def" -l "$prefix/lib/lib$name.dll.a"
}
