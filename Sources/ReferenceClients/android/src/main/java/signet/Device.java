package signet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a decision needs to know about a device and the app on it. Made by {@link #android} and {@link #ios}. */
public final class Device implements Cloneable {
    final Platform platform;
    final long[] system;
    /** By their numbers; null where nothing is known to compare. */
    @Nullable long[] app;
    @Nullable long[] build;
    List<String> languages = Collections.emptyList();
    @Nullable String channel;
    @Nullable String region;
    @Nullable String model;
    @Nullable String installId;

    private Device(Platform platform, long[] system) {
        this.platform = platform;
        this.system = system;
    }

    public enum Platform {
        IOS,
        ANDROID;

        /** As documents spell it: {@code android}. */
        public String code() { return Names.lowercase(name()); }
    }

    /** A device with Android; {@code sdk} is {@code Build.VERSION.SDK_INT}. */
    public static Builder android(int sdk) { return new Builder(new Device(Platform.ANDROID, new long[] {sdk})); }
    public static Builder ios(Version system) { return new Builder(new Device(Platform.IOS, system.numbers)); }

    private Device copy() {
        try {
            return (Device) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** The same with another id of the installation; null for none. */
    Device with(@Nullable String installId) {
        Device copy = copy();
        copy.installId = installId;
        return copy;
    }

    /** The same with another version of the app and its build. */
    Device with(long[] app, @Nullable long[] build) {
        Device copy = copy();
        copy.app = app;
        copy.build = build;
        return copy;
    }

    /** Sets what is known about a device; all of it is optional. Not for several threads at once. */
    public static final class Builder {
        private final Device device;

        private Builder(Device device) { this.device = device; }
        /** The version of the app: on Android {@code PackageInfo.versionName}. */
        public Builder app(@Nullable String version) { device.app = Version.installed(version); return this; }
        /** The build of the app: on Android the version code. */
        public Builder build(long build) { return build(Long.toString(build)); }
        /** The build of the app as the device reports it. */
        public Builder build(@Nullable String build) { device.build = Version.installed(build); return this; }

        /** The languages that the user reads, best first, as BCP 47 tags or locale identifiers. */
        public Builder languages(List<String> languages) {
            device.languages = Collections.unmodifiableList(new ArrayList<>(languages));
            return this;
        }

        /** Where the app was installed from, in the team's own words: {@code beta}. */
        public Builder channel(@Nullable String channel) { device.channel = channel; return this; }
        /** The region, in the team's own words: {@code GB}. */
        public Builder region(@Nullable String region) { device.region = region; return this; }
        /** The model: {@code Build.MODEL}. */
        public Builder model(@Nullable String model) { device.model = model; return this; }

        /** 32 lowercase hexadecimal digits for staged roll-outs, or none: then a {@link Gate} makes and keeps some. */
        public Builder installId(@Nullable String installId) {
            device.installId = Names.isInstallId(installId) ? installId : null;
            return this;
        }

        public Device build() { return device.copy(); }
    }
}
