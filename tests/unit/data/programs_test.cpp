// A made-up table in each program's file format, read as in a site's run.

#include "site_table.h"

using Names = std::vector<std::string>;

namespace {

void check_form(const std::string& program, const std::string& content, const Names& ids,
                const Names& features, const dsne::Matrix& values,
                const std::string& modality = "") {
  CAPTURE(program);
  CHECK(check_table(content, ids, features, values).reading.modality == modality);
}

}  // namespace

TEST_CASE("MRIQC's group tables") {
  check_form("T1w",
             "bids_name\tcjv\tcnr\tefc\tfber\tsnr_total\nsub-1_ses-1_T1w\t.5\t3\t.25\t-1\t9\n"
             "sub-2_ses-1_T1w\t.75\t2\t.5\tn/a\t8\n",
             {"sub-1_ses-1_T1w", "sub-2_ses-1_T1w"}, {"cjv", "cnr", "efc", "fber", "snr_total"},
             dsne::Matrix{{.5, 3, .25, nothing_there, 9}, {.75, 2, .5, nothing_there, 8}}, "T1w");
  check_form("bold of several echoes",
             "bids_name\taor\taqi\tdvars_std\tefc\tfd_mean\n"
             "sub-1_task-rest_echo-1_bold\t[0.5, 1.5]\t[1, 3]\t1\t.5\t.25\n"
             "sub-2_task-rest_echo-1_bold\t[1, 2]\t[2, 4]\t2\t.5\t.125\n",
             {"sub-1_task-rest_echo-1_bold", "sub-2_task-rest_echo-1_bold"},
             {"aor", "aqi", "dvars_std", "efc", "fd_mean"},
             dsne::Matrix{{1, 2, 1, .5, .25}, {1.5, 3, 2, .5, .125}}, "bold");
  check_form("its web service, by pandas",
             ",bids_meta.subject_id,provenance.version,rating.overall,_id,cjv,cnr,efc,fber,snr\n"
             "0,s1,1,1,a,.5,3,.25,-1,9\n1,s2,1,2,b,.75,2,.5,-1,8\n",
             {"a", "b"}, {"cjv", "cnr", "efc", "fber", "snr"},
             dsne::Matrix{{.5, 3, .25, nothing_there, 9}, {.75, 2, .5, nothing_there, 8}});
}

TEST_CASE("QAP's tables") {
  check_form("with prefixed names",
             "Participant,Session,Series,Site,func_efc,func_fber,func_fwhm,func_gsr_x,func_snr\n"
             "7,1,rest_1,A,.5,3,.25,1,9\n8,1,rest_1,A,.75,2,.5,1,8\n",
             {"7_1_rest_1", "8_1_rest_1"},
             {"func_efc", "func_fber", "func_fwhm", "func_gsr_x", "func_snr"},
             dsne::Matrix{{.5, 3, .25, 1, 9}, {.75, 2, .5, 1, 8}});
  check_form("1.0.8",
             "Participant,Session,Series,CNR,Cortical Contrast,EFC,FBER,FWHM,FWHM_x,Qi1,SNR\n"
             "sub1,s1,anat_1,3,.5,.25,7,3.5,3.25,.125,9\n"
             "sub2,s1,anat_1,2,.5,.5,8,3.75,3,.125,8\n",
             {"sub1_s1_anat_1", "sub2_s1_anat_1"},
             {"CNR", "Cortical Contrast", "EFC", "FBER", "FWHM", "FWHM_x", "Qi1", "SNR"},
             dsne::Matrix{{3, .5, .25, 7, 3.5, 3.25, .125, 9}, {2, .5, .5, 8, 3.75, 3, .125, 8}});
}

TEST_CASE("FreeSurfer's tables") {
  check_form("asegstats2table, tabs",
             "Measure:volume\tLeft-Hippocampus\tEstimatedTotalIntraCranialVol\n"
             "0051\t4122.5\t1587434.0\n0052\t3900.25\t1.5e+06\n",
             {"0051", "0052"}, {"Left-Hippocampus", "EstimatedTotalIntraCranialVol"},
             dsne::Matrix{{4122.5, 1587434}, {3900.25, 1.5e6}});
  check_form("aparcstats2table, blanks",
             "lh.aparc.thickness lh_insula_thickness lh_MeanThickness_thickness\n"
             "bert 2.5 2.75\nernie 3 2.25\n",
             {"bert", "ernie"}, {"lh_insula_thickness", "lh_MeanThickness_thickness"},
             dsne::Matrix{{2.5, 2.75}, {3, 2.25}});
  check_form("asegstats2table, commas",
             "Measure:volume,CSF,Brain-Stem\ns1,1011.5,23518\ns2,1125.5,17084\n", {"s1", "s2"},
             {"CSF", "Brain-Stem"}, dsne::Matrix{{1011.5, 23518}, {1125.5, 17084}});
}

TEST_CASE("studies' tables") {
  check_form("ABCD",
             "\"subjectkey\"\t\"src_subject_id\"\t\"eventname\"\t\"interview_date\"\t\"sex\"\t"
             "\"smri_vol_scs_hpuslh\"\n"
             "\"The NDA GUID\"\t\"Subject\"\t\"Event\"\t\"Date\"\t\"Sex\"\t\"Volume in mm^3\"\n"
             "\"NDAR_INVA\"\t\"NDAR_INVA\"\t\"baseline\"\t\"01/02/2018\"\t\"F\"\t\"4122.5\"\n"
             "\"NDAR_INVA\"\t\"NDAR_INVA\"\t\"2_year\"\t\"01/02/2020\"\t\"F\"\t\"4200\"\n",
             {"NDAR_INVA_baseline", "NDAR_INVA_2_year"}, {"smri_vol_scs_hpuslh"},
             dsne::Matrix{{4122.5}, {4200}});
  check_form("UK Biobank",
             "eid\t31-0.0\t21003-2.0\t54-2.0\t25010-2.0\t25000-2.0\n"
             "1000017\t1\t66\t11025\t1492310\t1.25\n1000025\t0\t59\t11027\t1533121\t1.5\n",
             {"1000017", "1000025"}, {"25010-2.0", "25000-2.0"},
             dsne::Matrix{{1492310, 1.25}, {1533121, 1.5}});
  check_form("ADNI",
             "RID,PTID,VISCODE,EXAMDATE,DX,AGE,Ventricles,Hippocampus\n"
             "3,011_S_0003,bl,2005-09-12,Dementia,81.3,84599,5319\n"
             "3,011_S_0003,m06,2006-03-13,Dementia,81.3,88580,5446\n",
             {"3_bl", "3_m06"}, {"Ventricles", "Hippocampus"},
             dsne::Matrix{{84599, 5319}, {88580, 5446}});
  check_form("ABIDE",
             "Unnamed: 0,SUB_ID,X,subject,SITE_ID,FILE_ID,DX_GROUP,AGE_AT_SCAN,SEX,qc_rater_1,"
             "anat_cnr,func_mean_fd\n"
             "1,50002,1,50002,PITT,no_filename,1,16.77,1,OK,12.5,.125\n"
             "2,50003,2,50003,PITT,no_filename,1,24.45,1,OK,13.5,.25\n",
             {"50002", "50003"}, {"X", "anat_cnr", "func_mean_fd"},
             dsne::Matrix{{1, 12.5, .125}, {2, 13.5, .25}});
  check_form("ENIGMA",
             "SubjID,Dx,Age,Sex,Site,LLatVent,RLatVent,ICV\nA1,0,30,1,2,7000.5,6500,1500000\n"
             "A2,1,40,2,2,8000.5,7500,1600000\n",
             {"A1", "A2"},
             {"Left-Lateral-Ventricle", "Right-Lateral-Ventricle", "EstimatedTotalIntraCranialVol"},
             dsne::Matrix{{7000.5, 6500, 1500000}, {8000.5, 7500, 1600000}});
  check_form("BIDS participants joined to measures",
             "participant_id\tsession_id\tage\tsex\thandedness\tgroup\tlh_insula_thickness\n"
             "sub-1\tses-1\t20\tM\tR\tcontrol\t2.5\nsub-2\tses-1\tn/a\tF\tL\tcase\t2.75\n",
             {"sub-1_ses-1", "sub-2_ses-1"}, {"lh_insula_thickness"}, dsne::Matrix{{2.5}, {2.75}});
}

TEST_CASE("pandas' tables") {
  check_form("index of texts", ",a,b\ns1,1,2\ns2,3,4\n", {"s1", "s2"}, {"a", "b"},
             dsne::Matrix{{1, 2}, {3, 4}});
  check_form("index without rows that were dropped", ",a,b\n3,1.5,2\n17,3,4\n9,5,6\n",
             {"1", "2", "3"}, {"a", "b"}, dsne::Matrix{{1.5, 2}, {3, 4}, {5, 6}});
  check_form("several header rows",
             ",volume,volume,area\n,left,right,left\nsubject,,,\ns1,1,2,3\ns2,4,5,6\n",
             {"s1", "s2"}, {"volume_left", "volume_right", "area_left"},
             dsne::Matrix{{1, 2, 3}, {4, 5, 6}});
}

TEST_CASE("statistics programs' tables") {
  check_form("R's write.table", "\"a\" \"b\"\n\"s1\" 1 2.5\n\"s2\" NA 3\n", {"s1", "s2"},
             {"a", "b"}, dsne::Matrix{{1, 2.5}, {nothing_there, 3}});
  check_form("R's write.csv2", "\"\";\"a\";\"b\"\n\"s1\";1,5;2\n\"s2\";NA;3\n", {"s1", "s2"},
             {"a", "b"}, dsne::Matrix{{1.5, 2}, {nothing_there, 3}});
  check_form("Excel, German, with a byte order mark",
             "\xEF\xBB\xBFsep=;\r\nID;Fläche;Volumen\r\n007;1,5;1.234,5\r\n008;#NV;987\r\n;;\r\n",
             {"007", "008"}, {"Fläche", "Volumen"},
             dsne::Matrix{{1.5, 1234.5}, {nothing_there, 987}});
  check_form("Excel's Unicode text",
             utf16("ID\tvol\tage\r\n007\t1.5\t30\r\n008\t\t31\r\n009\t2\t32\r\n", false, true),
             {"007", "008", "009"}, {"vol"}, dsne::Matrix{{1.5}, {nothing_there}, {2}});
  check_form("SPSS", "id;sex;vol;fa\r\n1;1;4122,5;,53\r\n2;2;3900,25;,61\r\n", {"1", "2"},
             {"vol", "fa"}, dsne::Matrix{{4122.5, .53}, {3900.25, .61}});
  check_form("JASP",
             "\"Participant\",\"Gender\",\"vol\"\n\"1\",\"f\",\"4.5\"\n\"2\",\"m\",\"\"\n"
             "\"3\",\"m\",\"5\"\n",
             {"1", "2", "3"}, {"vol"}, dsne::Matrix{{4.5}, {nothing_there}, {5}});
  check_form("Stata", "subjid,site,vol,fa\n1,2,4.5,.\n2,2,5.5,.a\n", {"1", "2"}, {"vol"},
             dsne::Matrix{{4.5}, {5.5}});
}
